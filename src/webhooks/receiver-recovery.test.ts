import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import {
  type Answer,
  type ReceivedCall,
  startReceiver,
  status,
} from '../../test/support/servers/receiver.ts';
import { eventually } from '../../test/support/time/eventually.ts';
import { createDeliveryBench } from '../../test/support/webhooks/delivery-bench.ts';
import type { Database } from '../db/index.ts';

const conversationIds = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => index.toString(16).padStart(24, 'c'));

const create = async (db: Database, context: TestContext, answer: Answer) => {
  const bench = await createDeliveryBench(db, context);
  const receiver = await startReceiver(answer);
  context.after(() => receiver.close());
  const agent = await bench.createAgent({ webhook: { url: receiver.url } });
  const deliver = (conversationId: string, text: string) =>
    bench.deliver({ agent, conversationId, body: { conversationId, text } });
  return { bench, receiver, agent, deliver };
};

const bodyOf = ({ body }: ReceivedCall): { conversationId: string; text: string } => JSON.parse(body);

forEachDatabase('one success releases all deliveries to the address, in order', async (db, context) => {
  const { bench, receiver, deliver } = await create(db, context, status(503));
  const conversations = conversationIds(60);
  for (const id of conversations) for (const text of ['1', '2', '3']) await deliver(id, text);
  await bench.jobs.start();
  await bench.jobs.idle();
  // Each has failed once and waits for its second attempt.
  assert.equal(receiver.calls.length, conversations.length);
  receiver.answerWith(status(200));
  await deliver('d'.repeat(24), 'first after the outage');
  await eventually('everything was delivered', async () => {
    await bench.jobs.idle();
    return receiver.calls.length >= 60 + 1 + 180;
  });
  const delivered = Map.groupBy(receiver.calls.slice(60).map(bodyOf), (body) => body.conversationId);
  for (const id of conversations)
    assert.deepEqual(
      delivered.get(id)?.map(({ text }) => text),
      ['1', '2', '3'],
    );
  await bench.close();
});

forEachDatabase('a successful connection test releases waiting deliveries', async (db, context) => {
  const { bench, receiver, agent, deliver } = await create(db, context, status(500));
  const id = await deliver('c'.repeat(24), 'waiting');
  await bench.jobs.start();
  await bench.jobs.idle();
  assert.equal((await bench.webhooks.sendTest(agent, 'message'))[0]!.ok, false);
  await bench.jobs.idle();
  assert.equal((await bench.find(id)).delivery.attempts, 1);
  receiver.answerWith(status(200));
  assert.equal((await bench.webhooks.sendTest(agent, 'message'))[0]!.ok, true);
  await bench.jobs.idle();
  assert.equal((await bench.find(id)).delivery.status, 'delivered');
  await bench.close();
});

forEachDatabase('a successful replay releases waiting deliveries', async (db, context) => {
  const { bench, receiver, deliver } = await create(db, context, status(500));
  const [first, second] = [await deliver('c'.repeat(24), 'one'), await deliver('d'.repeat(24), 'two')];
  await bench.jobs.start();
  await bench.jobs.idle();
  receiver.answerWith(status(200));
  await bench.webhooks.replay(bench.workspaceId, first);
  await bench.jobs.idle();
  assert.equal((await bench.find(second)).delivery.status, 'delivered');
  await bench.close();
});

forEachDatabase('a success does not affect other addresses', async (db, context) => {
  const { bench, receiver, deliver } = await create(db, context, status(500));
  const elsewhere = await startReceiver(status(200));
  context.after(() => elsewhere.close());
  const other = await bench.createAgent({ webhook: { url: elsewhere.url } });
  const id = await deliver('c'.repeat(24), 'waiting');
  await bench.jobs.start();
  await bench.jobs.idle();
  receiver.answerWith(status(200));
  await bench.deliver({ agent: other, conversationId: 'd'.repeat(24) });
  await bench.jobs.idle();
  assert.equal((await bench.find(id)).delivery.attempts, 1);
  await bench.close();
});

forEachDatabase(
  'a delivery that fails for its own reason keeps its schedule while others succeed',
  async (db, context) => {
    const { bench, receiver, deliver } = await create(db, context, (call, response) =>
      response.writeHead(bodyOf(call).text === 'poison' ? 500 : 200).end(),
    );
    const id = await deliver('c'.repeat(24), 'poison');
    await bench.jobs.start();
    await bench.jobs.idle();
    const planned = (await bench.find(id)).delivery.nextAttemptAtMs;
    for (let number = 0; number < 8; number += 1) {
      await deliver('d'.repeat(24), `fine ${number}`);
      await bench.jobs.idle();
    }
    // Once when it was enqueued and once early, not once for each of the eight.
    const poisonCalls = () => receiver.calls.filter((call) => bodyOf(call).text === 'poison').length;
    assert.equal(poisonCalls(), 2);
    assert.equal((await bench.find(id)).delivery.nextAttemptAtMs, planned);
    bench.time.advance(planned! - bench.time.clock.nowMs());
    await bench.jobs.idle();
    assert.equal(poisonCalls(), 3);
    // The second delay of the schedule: the early attempt did not use it up.
    const { nextAttemptAtMs } = (await bench.find(id)).delivery;
    assert.equal(nextAttemptAtMs! - bench.time.clock.nowMs(), 30_000);
    await bench.close();
  },
);
