import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { startReceiver, status } from '../../test/support/servers/receiver.ts';
import { eventually } from '../../test/support/time/eventually.ts';
import { createDeliveryBench } from '../../test/support/webhooks/delivery-bench.ts';

const textOf = (call: { body: string }): string => JSON.parse(call.body).text;

forEachDatabase('a delivery is sent once, with its headers, and is recorded', async (db, context) => {
  const bench = await createDeliveryBench(db, context);
  const receiver = await startReceiver();
  context.after(receiver.close);
  const authorization = { scheme: 'Bearer' as const, token: 'secret-token' };
  const signingSecrets = ['a signing secret of ours'];
  const agent = await bench.createAgent({ webhook: { url: receiver.url, authorization, signingSecrets } });
  await bench.jobs.start();
  const body = { text: 'Grüße \u0000 \ud800', list: [1, null] };
  const id = await bench.deliver({ agent, body });
  await bench.jobs.idle();
  assert.equal(receiver.calls.length, 1);
  const [call] = receiver.calls;
  assert.equal(call!.method, 'POST');
  assert.deepEqual(JSON.parse(call!.body), body);
  assert.equal(call!.headers['webhook-id'], id);
  assert.equal(call!.headers.authorization, 'Bearer secret-token');
  assert.match(call!.headers['content-type']!, /^application\/json/);
  assert.match(String(call!.headers['webhook-signature']), /^v1,/);
  const { delivery, attempts } = await bench.find(id);
  assert.equal(delivery.status, 'delivered');
  assert.equal(delivery.nextAttemptAtMs, null);
  assert.equal(delivery.endedAtMs, bench.time.clock.nowMs());
  assert.deepEqual(
    attempts.map(({ attempt, url, httpStatus, error, responseExcerpt }) => ({
      attempt,
      url,
      httpStatus,
      error,
      responseExcerpt,
    })),
    [{ attempt: 1, url: receiver.url, httpStatus: 200, error: null, responseExcerpt: '{"code":0}' }],
  );
  assert.equal(await bench.jobs.count('deliveries'), 0);
  await bench.close();
});

forEachDatabase(
  'a process that was suspended before the call does not send a delivery that others took over',
  async (db, context) => {
    let suspend = async (): Promise<void> => {};
    const bench = await createDeliveryBench({ ...db, durable: () => suspend() }, context);
    const receiver = await startReceiver();
    context.after(receiver.close);
    const agent = await bench.createAgent({ webhook: { url: receiver.url } });
    await bench.jobs.start();
    suspend = async () => {
      bench.time.skip(20_000);
      await db.query.updateTable('jobs').set({ leased_by: 'other' }).execute();
    };
    const id = await bench.deliver({ agent });
    await bench.jobs.idle();
    assert.equal(receiver.calls.length, 0);
    const { delivery, attempts } = await bench.find(id);
    assert.deepEqual([delivery.status, attempts.length], ['pending', 0]);
    await bench.close();
  },
);

forEachDatabase('a delivery of a transaction that is rolled back is never sent', async (db, context) => {
  const bench = await createDeliveryBench(db, context);
  const receiver = await startReceiver();
  context.after(receiver.close);
  const agent = await bench.createAgent({ webhook: { url: receiver.url } });
  await bench.jobs.start();
  const delivery = { agent, conversationId: null, kind: 'reply', target: 'message' as const, body: {} };
  const failing = db.transaction(async (tx) => {
    await bench.webhooks.enqueue(tx, delivery);
    throw new Error('rolled back');
  });
  await assert.rejects(failing, /rolled back/);
  await bench.jobs.idle();
  assert.equal(receiver.calls.length, 0);
  await bench.close();
});

forEachDatabase(
  'a retry keeps the order within a conversation and target, and does not delay others',
  async (db, context) => {
    const bench = await createDeliveryBench(db, context);
    const receiver = await startReceiver((call, response) =>
      response.writeHead(textOf(call) === 'a1' ? 503 : 200).end(),
    );
    context.after(receiver.close);
    const agent = await bench.createAgent({
      webhook: { url: receiver.url },
      humanService: { baseUrl: receiver.url },
    });
    await bench.jobs.start();
    const [a, b] = ['a'.repeat(24), 'b'.repeat(24)];
    for (const text of ['a1', 'a2', 'a3']) await bench.deliver({ agent, conversationId: a, body: { text } });
    for (const text of ['b1', 'b2']) await bench.deliver({ agent, conversationId: b, body: { text } });
    await bench.deliver({
      agent,
      conversationId: a,
      target: 'human_service',
      path: '/chat',
      body: { text: 'h1' },
    });
    await bench.jobs.idle();
    assert.deepEqual(new Set(receiver.calls.map(textOf)), new Set(['a1', 'b1', 'b2', 'h1']));
    const before = receiver.calls.length;
    assert.equal(receiver.calls.find((call) => textOf(call) === 'h1')!.path, '/hook/chat');
    receiver.answerWith(status(204));
    bench.time.advance(5000);
    await bench.jobs.idle();
    assert.deepEqual(receiver.calls.slice(before).map(textOf), ['a1', 'a2', 'a3']);
    const [first, second] = receiver.calls.filter((call) => textOf(call) === 'a1');
    assert.equal(first!.headers['webhook-id'], second!.headers['webhook-id']);
    assert.equal(first!.body, second!.body);
    await bench.close();
  },
);

forEachDatabase(
  'after ten retries a delivery is a dead letter, and the next one is sent',
  async (db, context) => {
    const bench = await createDeliveryBench(db, context);
    const receiver = await startReceiver((call, response) =>
      response.writeHead(textOf(call) === 'never' ? 500 : 200).end('busy'),
    );
    context.after(receiver.close);
    const agent = await bench.createAgent({ webhook: { url: receiver.url } });
    await bench.jobs.start();
    const startMs = bench.time.clock.nowMs();
    const dead = await bench.deliver({ agent, body: { text: 'never' } });
    const next = await bench.deliver({ agent, body: { text: 'next' } });
    await bench.jobs.idle();
    const waits = [5, 30, 120, 600, 3600, 10_800, 21_600, 43_200, 86_400, 86_400];
    for (const [index, seconds] of waits.entries()) {
      assert.equal((await bench.find(dead)).delivery.status, 'pending');
      bench.time.advance(seconds * 1000 - 1);
      await bench.jobs.idle();
      assert.equal(receiver.calls.length, index + 1);
      bench.time.advance(1);
      await bench.jobs.idle();
    }
    assert.deepEqual(receiver.calls.map(textOf), [...Array(11).fill('never'), 'next']);
    const { delivery, attempts } = await bench.find(dead);
    assert.equal(delivery.status, 'dead');
    assert.equal(delivery.error, 'The receiver answered 500');
    let expectedMs = startMs;
    assert.deepEqual(
      attempts.map((attempt) => attempt.startedAtMs),
      [0, ...waits].map((seconds) => {
        expectedMs += seconds * 1000;
        return expectedMs;
      }),
    );
    assert.equal((await bench.find(next)).delivery.status, 'delivered');
    await bench.close();
  },
);

forEachDatabase('Retry-After delays the next attempt, as seconds or as a date', async (db, context) => {
  const bench = await createDeliveryBench(db, context);
  const atMs = bench.time.clock.nowMs() + 7_200_000;
  const receiver = await startReceiver((_call, response, number) => {
    if (number === 1) response.writeHead(429, { 'retry-after': '90' }).end();
    else if (number === 2) response.writeHead(503, { 'retry-after': new Date(atMs).toUTCString() }).end();
    else response.writeHead(200).end();
  });
  context.after(receiver.close);
  const agent = await bench.createAgent({ webhook: { url: receiver.url } });
  await bench.jobs.start();
  const id = await bench.deliver({ agent });
  await bench.jobs.idle();
  assert.equal((await bench.find(id)).delivery.nextAttemptAtMs, bench.time.clock.nowMs() + 90_000);
  bench.time.advance(90_000);
  await bench.jobs.idle();
  assert.equal((await bench.find(id)).delivery.nextAttemptAtMs, atMs);
  bench.time.advance(atMs - bench.time.clock.nowMs());
  await bench.jobs.idle();
  assert.equal((await bench.find(id)).delivery.status, 'delivered');
  await bench.close();
});

forEachDatabase(
  '410 disables the address and ends its deliveries, but not a newer address',
  async (db, context) => {
    const bench = await createDeliveryBench(db, context);
    const receiver = await startReceiver(status(410));
    context.after(receiver.close);
    const humanService = { baseUrl: receiver.url.replace('/hook', '/desk') };
    const agent = await bench.createAgent({ webhook: { url: receiver.url }, humanService });
    await bench.jobs.start();
    const first = await bench.deliver({ agent });
    const second = await bench.deliver({ agent });
    await bench.jobs.idle();
    assert.equal(receiver.calls.length, 1);
    for (const id of [first, second]) assert.equal((await bench.find(id)).delivery.status, 'dead');
    assert.match((await bench.find(second)).delivery.error!, /disabled/);
    const disabled = (await bench.agents.find(agent.id))!;
    assert.equal(disabled.settings.webhook.disabled, true);
    assert.equal(disabled.settings.humanService.disabled, false);

    // A new address is saved while a call to the old one is running.
    const settings = { ...agent.settings, webhook: { ...agent.settings.webhook, disabled: false } };
    const enabled = await db.transaction((tx) => bench.agents.update(tx, disabled, { settings }));
    receiver.answerWith(async (_call, response) => {
      const webhook = { ...settings.webhook, url: `${receiver.url}/new` };
      await db.transaction((tx) => bench.agents.update(tx, enabled, { settings: { ...settings, webhook } }));
      response.writeHead(410).end();
    });
    await bench.deliver({ agent: enabled });
    await bench.jobs.idle();
    assert.equal((await bench.agents.find(agent.id))!.settings.webhook.disabled, false);
    await bench.close();
  },
);

forEachDatabase('each attempt uses the current address and credentials', async (db, context) => {
  const bench = await createDeliveryBench(db, context);
  const old = await startReceiver(status(500));
  const current = await startReceiver();
  context.after(old.close);
  context.after(current.close);
  const agent = await bench.createAgent({ webhook: { url: old.url } });
  await bench.jobs.start();
  await bench.deliver({ agent });
  await bench.jobs.idle();
  const authorization = { scheme: 'Basic' as const, token: 'user:pass' };
  const webhook = { ...agent.settings.webhook, url: current.url, authorization };
  await db.transaction((tx) => bench.agents.update(tx, agent, { settings: { ...agent.settings, webhook } }));
  bench.time.advance(5000);
  await bench.jobs.idle();
  assert.equal(old.calls.length, 1);
  assert.equal(current.calls[0]!.headers.authorization, 'Basic dXNlcjpwYXNz');
  await bench.close();
});

forEachDatabase(
  'a delivery without an address waits for one, and ends when its agent is deleted',
  async (db, context) => {
    const bench = await createDeliveryBench(db, context);
    const agent = await bench.createAgent({});
    await bench.jobs.start();
    const id = await bench.deliver({ agent });
    await bench.jobs.idle();
    assert.deepEqual((await bench.find(id)).delivery.status, 'pending');
    assert.equal((await bench.find(id)).delivery.error, 'No address is configured');
    await db.transaction((tx) => bench.agents.remove(tx, agent.id));
    bench.time.advance(5000);
    await bench.jobs.idle();
    assert.equal((await bench.find(id)).delivery.status, 'dead');
    await bench.close();
  },
);

forEachDatabase(
  'listeners run in the transaction of the attempt: if one fails, the delivery is sent again',
  async (db, context) => {
    const bench = await createDeliveryBench(db, context);
    const receiver = await startReceiver((_call, response, number) =>
      response.writeHead(number === 1 ? 500 : 200).end(),
    );
    context.after(receiver.close);
    const agent = await bench.createAgent({ webhook: { url: receiver.url } });
    const events: string[] = [];
    let refuse = true;
    bench.webhooks.onAttemptFailed(async (_tx, delivery, { httpStatus, attempt }) => {
      events.push(`failed ${attempt} ${httpStatus} ${delivery.status}`);
    });
    bench.webhooks.onDelivered(async (tx, delivery, { httpStatus }) => {
      events.push(`delivered ${httpStatus} ${delivery.status}`);
      const row = {
        id: delivery.id,
        name: 'by the listener',
        balance_nano: null,
        reserved_nano: 0,
        created_at: 0,
      };
      await tx.insertInto('workspaces').values(row).execute();
      if (refuse) throw new Error('not now');
    });
    await bench.jobs.start();
    const id = await bench.deliver({ agent });
    await bench.jobs.idle();
    bench.time.advance(5000);
    await bench.jobs.idle();
    assert.equal((await bench.find(id)).delivery.status, 'pending');
    refuse = false;
    bench.time.advance(5000);
    await bench.jobs.idle();
    assert.deepEqual(events, ['failed 1 500 pending', 'delivered 200 delivered', 'delivered 200 delivered']);
    assert.equal((await bench.find(id)).delivery.status, 'delivered');
    assert.equal((await bench.find(id)).attempts.length, 2);
    const created = await db.query
      .selectFrom('workspaces')
      .select('id')
      .where('name', '=', 'by the listener')
      .execute();
    assert.equal(created.length, 1);
    await bench.close();
  },
);

forEachDatabase('a stop during a call releases the delivery and counts no attempt', async (db, context) => {
  const bench = await createDeliveryBench(db, context, { timeoutMs: 60_000 });
  const receiver = await startReceiver(() => {});
  context.after(receiver.close);
  const agent = await bench.createAgent({ webhook: { url: receiver.url } });
  await bench.jobs.start();
  const id = await bench.deliver({ agent });
  await eventually('the call has started', () => receiver.calls.length === 1);
  let stopped = false;
  void bench.jobs.stop({ graceMs: 2000 }).then(() => {
    stopped = true;
  });
  await eventually('the jobs have stopped', () => {
    bench.time.advance(500);
    return stopped;
  });
  const { delivery, attempts } = await bench.find(id);
  assert.deepEqual([delivery.status, delivery.attempts, attempts.length], ['pending', 0, 0]);
  const [job] = await db.query.selectFrom('jobs').select(['leased_by', 'run_at']).execute();
  assert.equal(job!.leased_by, null);
  assert.ok(job!.run_at <= bench.time.clock.nowMs());
});
