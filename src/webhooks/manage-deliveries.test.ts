import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { startReceiver, status } from '../../test/support/servers/receiver.ts';
import { createDeliveryBench } from '../../test/support/webhooks/delivery-bench.ts';

const numberOf = (call: { body: string }): number => JSON.parse(call.body).number;

forEachDatabase(
  'deliveries of a workspace are listed newest first, with filters and pages',
  async (db, context) => {
    const bench = await createDeliveryBench(db, context);
    const one = await bench.createAgent({});
    const other = await bench.createAgent({});
    const ids: string[] = [];
    for (let number = 0; number < 5; number += 1) {
      ids.push(
        await bench.deliver({ agent: number === 4 ? other : one, kind: number === 0 ? 'event' : 'reply' }),
      );
      bench.time.advance(1000);
    }
    const { workspaceId } = bench;
    const startMs = bench.time.clock.nowMs() - 5000;
    const list = async (filter: object, page = { offset: 0, limit: 10 }) => {
      const { deliveries, total } = await bench.webhooks.list({ workspaceId, ...filter }, page);
      return { total, numbers: deliveries.map(({ id }) => ids.indexOf(id)) };
    };
    assert.deepEqual(await list({}, { offset: 1, limit: 2 }), { total: 5, numbers: [3, 2] });
    assert.deepEqual(await list({ agentId: other.id }), { total: 1, numbers: [4] });
    assert.deepEqual(await list({ kind: 'event' }), { total: 1, numbers: [0] });
    assert.deepEqual(await list({ status: 'dead' }), { total: 0, numbers: [] });
    assert.deepEqual(await list({ target: 'human_service' }), { total: 0, numbers: [] });
    assert.deepEqual(await list({ fromMs: startMs + 1000, toMs: startMs + 3000 }), {
      total: 2,
      numbers: [2, 1],
    });
    assert.deepEqual(await list({ conversationId: 'f'.repeat(24) }), { total: 0, numbers: [] });
    assert.deepEqual(await list({ workspaceId: 'f'.repeat(24) }), { total: 0, numbers: [] });
    assert.equal(await bench.webhooks.get('f'.repeat(24), ids[0]!), undefined);
    assert.equal(await bench.webhooks.replay('f'.repeat(24), ids[0]!), false);
    assert.equal(await bench.webhooks.get(workspaceId, 'unknown'), undefined);
    await bench.close();
  },
);

forEachDatabase(
  'dead letters are replayed one by one, by range or all, in order and with the same id',
  async (db, context) => {
    const bench = await createDeliveryBench(db, context);
    const receiver = await startReceiver(status(410));
    context.after(receiver.close);
    const agent = await bench.createAgent({ webhook: { url: receiver.url } });
    await bench.jobs.start();
    const ids: string[] = [];
    for (let number = 0; number < 6; number += 1) {
      ids.push(await bench.deliver({ agent, body: { number } }));
      bench.time.advance(1000);
    }
    await bench.jobs.idle();
    const disabled = (await bench.agents.find(agent.id))!;
    await db.transaction((tx) => bench.agents.update(tx, disabled, { settings: agent.settings }));
    receiver.answerWith(status(200));
    const before = receiver.calls.length;
    const { workspaceId } = bench;
    const startMs = bench.time.clock.nowMs() - 6000;

    assert.equal(await bench.webhooks.replay(workspaceId, ids[3]!), true);
    await bench.jobs.idle();
    const range = { workspaceId, fromMs: startMs + 1000, toMs: startMs + 3000 };
    assert.equal(await bench.webhooks.replayMatching(range), 2);
    await bench.jobs.idle();
    assert.equal(await bench.webhooks.replayMatching({ workspaceId }), 3);
    await bench.jobs.idle();
    assert.equal(await bench.webhooks.replayMatching({ workspaceId }), 0);
    const replayed = receiver.calls.slice(before);
    assert.deepEqual(replayed.map(numberOf), [3, 1, 2, 0, 4, 5]);
    for (const call of replayed) assert.equal(call.headers['webhook-id'], ids[numberOf(call)]);
    // The log still has the earlier attempts. A delivered one can be replayed too.
    assert.deepEqual(
      (await bench.find(ids[0]!)).attempts.map(({ attempt, httpStatus }) => [attempt, httpStatus]),
      [
        [1, 410],
        [2, 200],
      ],
    );
    await bench.webhooks.replay(workspaceId, ids[0]!);
    await bench.jobs.idle();
    assert.equal(numberOf(receiver.calls.at(-1)!), 0);
    await bench.close();
  },
);

forEachDatabase('replaying a pending delivery sends it at once', async (db, context) => {
  const bench = await createDeliveryBench(db, context);
  const receiver = await startReceiver(status(500));
  context.after(receiver.close);
  const agent = await bench.createAgent({ webhook: { url: receiver.url } });
  await bench.jobs.start();
  const id = await bench.deliver({ agent });
  await bench.jobs.idle();
  receiver.answerWith(status(200));
  await bench.webhooks.replay(bench.workspaceId, id);
  await bench.jobs.idle();
  assert.equal((await bench.find(id)).delivery.status, 'delivered');
  await bench.close();
});

forEachDatabase(
  'the sweep removes only deliveries that ended before the given time, with their attempts',
  async (db, context) => {
    const bench = await createDeliveryBench(db, context);
    const receiver = await startReceiver((call, response) =>
      response.writeHead(numberOf(call) === 1 ? 500 : 200).end(),
    );
    context.after(receiver.close);
    const agent = await bench.createAgent({ webhook: { url: receiver.url } });
    await bench.jobs.start();
    const ids: string[] = [];
    for (let number = 0; number < 3; number += 1) {
      ids.push(await bench.deliver({ agent, conversationId: null, body: { number } }));
      await bench.jobs.idle();
      bench.time.advance(1000);
    }
    assert.equal(await bench.webhooks.sweep(bench.time.clock.nowMs() - 1500), 1);
    assert.equal(await bench.webhooks.get(bench.workspaceId, ids[0]!), undefined);
    assert.equal((await bench.find(ids[1]!)).delivery.status, 'pending');
    assert.equal((await bench.find(ids[2]!)).delivery.status, 'delivered');
    const attempts = await db.query.selectFrom('delivery_attempts').select('delivery_id').execute();
    assert.deepEqual(new Set(attempts.map((row) => row.delivery_id)), new Set([ids[1]!, ids[2]!]));
    await bench.close();
  },
);

forEachDatabase(
  'the connection check calls the configured URLs without sending a message',
  async (db, context) => {
    const bench = await createDeliveryBench(db, context, { timeoutMs: 60_000 });
    const receiver = await startReceiver(status(405));
    context.after(receiver.close);
    const gone = await startReceiver();
    await gone.close();
    const agent = await bench.createAgent({
      webhook: { url: receiver.url },
      humanService: { baseUrl: gone.url },
    });
    const [message, humanService] = await bench.webhooks.check(agent);
    assert.deepEqual(
      [message!.type, message!.url, message!.reachable, message!.httpStatus, message!.error],
      ['message', receiver.url, true, 405, null],
    );
    assert.deepEqual(
      [humanService!.type, humanService!.reachable, humanService!.httpStatus],
      ['human_service', false, null],
    );
    assert.deepEqual(
      receiver.calls.map((call) => [call.method, call.body]),
      [['HEAD', '']],
    );
    assert.deepEqual(await bench.webhooks.check(await bench.createAgent({})), []);
    await bench.close();
  },
);
