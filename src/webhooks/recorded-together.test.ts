import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { startReceiver } from '../../test/support/servers/receiver.ts';
import { createDeliveryBench } from '../../test/support/webhooks/delivery-bench.ts';

/** A receiver that answers its first calls at the same moment, so that their attempts are recorded together. */
const startWaitingReceiver = async (count: number, onAllArrived: () => Promise<void> = async () => {}) => {
  const waiting: ServerResponse[] = [];
  return startReceiver(({ headers }, response) => {
    response.setHeader('x-id', String(headers['webhook-id']));
    waiting.push(response);
    if (waiting.length !== count) return;
    void onAllArrived().then(() => {
      for (const one of waiting)
        one.writeHead(202).end(`received \u0000 "${one.getHeader('x-id')}" \ud800 {'a': 1}`);
    });
  });
};

const count = 4;
const conversations = Array.from({ length: count }, (_, at) => `${at}`.repeat(24));

forEachDatabase('deliveries that end at the same time are each recorded completely', async (db, context) => {
  const bench = await createDeliveryBench(db, context);
  const receiver = await startWaitingReceiver(count);
  context.after(receiver.close);
  const agent = await bench.createAgent({ webhook: { url: receiver.url } });
  const ids: string[] = [];
  for (const conversationId of conversations) ids.push(await bench.deliver({ agent, conversationId }));
  await bench.jobs.start();
  await bench.jobs.idle();
  for (const id of ids) {
    const { delivery, attempts } = await bench.find(id);
    assert.deepEqual(
      [delivery.status, delivery.attempts, delivery.nextAttemptAtMs, delivery.endedAtMs],
      ['delivered', 1, null, bench.time.clock.nowMs()],
    );
    const [attempt, ...others] = attempts;
    assert.deepEqual(others, []);
    assert.deepEqual(
      [attempt!.attempt, attempt!.url, attempt!.httpStatus, attempt!.error, attempt!.startedAtMs],
      [1, receiver.url, 202, null, bench.time.clock.nowMs()],
    );
    assert.match(attempt!.responseExcerpt, new RegExp(`^received .+${id}.+'a': 1`));
  }
  assert.equal(await bench.jobs.count('deliveries'), 0);
  await bench.close();
});

forEachDatabase(
  'a delivery that is deleted while it is sent does not affect the others',
  async (db, context) => {
    const bench = await createDeliveryBench(db, context);
    const ids: string[] = [];
    const receiver = await startWaitingReceiver(count, async () => {
      await db.query.deleteFrom('deliveries').where('id', '=', ids[1]!).execute();
    });
    context.after(receiver.close);
    const agent = await bench.createAgent({ webhook: { url: receiver.url } });
    for (const conversationId of conversations) ids.push(await bench.deliver({ agent, conversationId }));
    await bench.jobs.start();
    await bench.jobs.idle();
    for (const id of [ids[0]!, ids[2]!, ids[3]!]) {
      const { delivery, attempts } = await bench.find(id);
      assert.deepEqual([delivery.status, attempts.length], ['delivered', 1]);
    }
    const left = await db.query.selectFrom('delivery_attempts').select('delivery_id').execute();
    assert.equal(left.length, count - 1, 'nothing of the deleted delivery is left');
    await bench.close();
  },
);

forEachDatabase(
  'a delivery that another process took over does not affect the others',
  async (db, context) => {
    const bench = await createDeliveryBench(db, context);
    const ids: string[] = [];
    const receiver = await startWaitingReceiver(count, async () => {
      await db.query.updateTable('jobs').set({ leased_by: 'other' }).where('id', '=', ids[1]!).execute();
    });
    context.after(receiver.close);
    const agent = await bench.createAgent({ webhook: { url: receiver.url } });
    for (const conversationId of conversations) ids.push(await bench.deliver({ agent, conversationId }));
    const jobOf = await db.query.selectFrom('jobs').select(['id', 'payload']).execute();
    ids.splice(0, count, ...jobOf.map(({ id }) => id));
    const deliveries = jobOf.map(({ payload }) => (JSON.parse(payload) as { deliveryId: string }).deliveryId);
    await bench.jobs.start();
    await bench.jobs.idle();
    const states = await Promise.all(deliveries.map(async (id) => (await bench.find(id)).delivery.status));
    assert.deepEqual(states, ['delivered', 'pending', 'delivered', 'delivered']);
    assert.equal(await bench.jobs.count('deliveries'), 1, 'the job belongs to the other process');
    await bench.close();
  },
);
