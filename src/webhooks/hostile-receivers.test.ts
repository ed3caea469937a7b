import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { type Answer, startReceiver } from '../../test/support/servers/receiver.ts';
import { eventually } from '../../test/support/time/eventually.ts';
import { createDeliveryBench } from '../../test/support/webhooks/delivery-bench.ts';

const drip: Answer = (_call, response) => {
  response.writeHead(200);
  const dripping = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(dripping));
};

const endless: Answer = (_call, response) => {
  response.writeHead(200);
  const block = Buffer.alloc(65_536, 'x');
  const pour = (): void => {
    while (!response.destroyed && response.write(block));
  };
  response.on('drain', pour);
  pour();
};

forEachDatabase('a redirect is a failure and is not followed', async (db, context) => {
  const bench = await createDeliveryBench(db, context);
  const elsewhere = await startReceiver();
  const receiver = await startReceiver((_call, response) =>
    response.writeHead(307, { location: elsewhere.url }).end(),
  );
  context.after(elsewhere.close);
  context.after(receiver.close);
  const agent = await bench.createAgent({ webhook: { url: receiver.url } });
  await bench.jobs.start();
  const id = await bench.deliver({ agent });
  await bench.jobs.idle();
  assert.equal(elsewhere.calls.length, 0);
  const { delivery, attempts } = await bench.find(id);
  assert.equal(delivery.status, 'pending');
  assert.equal(attempts[0]!.httpStatus, 307);
  assert.match(attempts[0]!.error!, /redirect/);
  await bench.close();
});

forEachDatabase(
  'a successful answer that never ends, drips or contains NUL is still a success',
  async (db, context) => {
    const bench = await createDeliveryBench(db, context, { timeoutMs: 1000 });
    const receiver = await startReceiver();
    context.after(receiver.close);
    const agent = await bench.createAgent({ webhook: { url: receiver.url } });
    await bench.jobs.start();
    const nul: Answer = (_call, response) => response.writeHead(200).end('a\u0000b'.repeat(2000));
    for (const answer of [drip, endless, nul]) {
      receiver.answerWith(answer);
      const id = await bench.deliver({ agent, conversationId: null });
      await bench.jobs.idle();
      const { delivery, attempts } = await bench.find(id);
      assert.equal(delivery.status, 'delivered');
      assert.ok(attempts[0]!.responseExcerpt.length <= 1000);
      assert.equal(attempts[0]!.responseExcerpt.includes('\u0000'), false);
    }
    assert.equal(receiver.calls.length, 3);
    await bench.close();
  },
);

forEachDatabase(
  'a delivery to a receiver that never answers, hangs up or sends garbage is retried',
  async (db, context) => {
    const bench = await createDeliveryBench(db, context, { timeoutMs: 1000 });
    const receiver = await startReceiver();
    context.after(receiver.close);
    const agent = await bench.createAgent({ webhook: { url: receiver.url } });
    await bench.jobs.start();
    const answers: [Answer, RegExp][] = [
      [() => {}, /too long/],
      [(_call, response) => response.socket!.destroy(), /closed the connection/],
      [(_call, response) => response.socket!.end('SMTP ready\r\n\r\n'), /HTTP|reached/],
    ];
    for (const [answer, expected] of answers) {
      receiver.answerWith(answer);
      const id = await bench.deliver({ agent, conversationId: null });
      await bench.jobs.idle();
      const { delivery } = await bench.find(id);
      assert.equal(delivery.status, 'pending');
      assert.equal(delivery.httpStatus, null);
      assert.match(delivery.error!, expected);
    }
    await bench.close();
  },
);

forEachDatabase('a code other than 0 or 200 in the body is only stored', async (db, context) => {
  const bench = await createDeliveryBench(db, context);
  const receiver = await startReceiver();
  context.after(receiver.close);
  const agent = await bench.createAgent({ webhook: { url: receiver.url } });
  await bench.jobs.start();
  const bodies: [string, string | null][] = [
    ['{"code":0}', null],
    ['{"code":200,"message":"OK"}', null],
    ['{"code":50001}', '50001'],
    ['{"code":"E_BUSY"}', 'E_BUSY'],
    ['{"code":{"a":1}}', null],
    ['{broken', null],
    ['[]', null],
    ['', null],
  ];
  for (const [body, expected] of bodies) {
    receiver.answerWith((_call, response) => response.writeHead(201).end(body));
    const id = await bench.deliver({ agent, conversationId: null });
    await bench.jobs.idle();
    const { delivery } = await bench.find(id);
    assert.deepEqual([delivery.status, delivery.receiverCode], ['delivered', expected], body);
  }
  await bench.close();
});

forEachDatabase(
  'a private address is not called unless it is allowed, and the reason is recorded',
  async (db, context) => {
    const bench = await createDeliveryBench(db, context, { allow: [] });
    const receiver = await startReceiver();
    context.after(receiver.close);
    const agent = await bench.createAgent({ webhook: { url: receiver.url } });
    await bench.jobs.start();
    const id = await bench.deliver({ agent });
    await bench.jobs.idle();
    assert.equal(receiver.calls.length, 0);
    const { delivery } = await bench.find(id);
    assert.equal(delivery.status, 'pending');
    assert.equal(delivery.httpStatus, null);
    assert.ok(delivery.error);
    await bench.close();
  },
);

forEachDatabase(
  'a receiver that hangs does not delay others, however many deliveries wait for it',
  async (db, context) => {
    const bench = await createDeliveryBench(db, context, { timeoutMs: 60_000, concurrency: 40 });
    const releases: (() => void)[] = [];
    const hanging = await startReceiver((_call, response) =>
      releases.push(() => response.writeHead(200).end()),
    );
    const healthy = await startReceiver();
    context.after(hanging.close);
    context.after(healthy.close);
    const slow = await bench.createAgent({ webhook: { url: hanging.url } });
    const quick = await bench.createAgent({ webhook: { url: healthy.url } });
    await bench.jobs.start();
    const conversation = (letter: string, number: number) => letter + number.toString(16).padStart(23, '0');
    // More deliveries than workers.
    await db.transaction(async (tx) => {
      const delivery = { kind: 'reply', target: 'message' as const, body: {} };
      for (let number = 0; number < 100; number += 1)
        await bench.webhooks.enqueue(tx, {
          ...delivery,
          agent: slow,
          conversationId: conversation('a', number),
        });
      for (let number = 0; number < 60; number += 1)
        await bench.webhooks.enqueue(tx, {
          ...delivery,
          agent: quick,
          conversationId: conversation('b', number),
        });
    });
    await eventually(
      'the healthy receiver has received all its deliveries',
      () => healthy.calls.length === 60,
    );
    assert.ok(hanging.calls.length < 40, `${hanging.calls.length} calls hang`);
    // The receiver works again and gets the rest.
    hanging.answerWith((_call, response) => response.writeHead(200).end());
    for (const release of releases) release();
    await bench.jobs.idle();
    assert.equal(hanging.calls.length, 100);
    await bench.close();
  },
);
