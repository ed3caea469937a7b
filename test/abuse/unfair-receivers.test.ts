import assert from 'node:assert/strict';
import { forEachDatabase } from '../support/databases/databases.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { eventually } from '../support/time/eventually.ts';
import { createDeliveryBench } from '../support/webhooks/delivery-bench.ts';

const conversation = (letter: string, number: number) => letter + number.toString(16).padStart(23, '0');

forEachDatabase(
  'a hanging receiver delays no other address on its host, of any agent or workspace',
  async (db, context) => {
    const bench = await createDeliveryBench(db, context, { timeoutMs: 60_000 });
    // One host serves all of them. Calls to /hang are not answered until the end of the test.
    const held: (() => void)[] = [];
    const host = await startReceiver((call, response) => {
      const answer = () => response.writeHead(200).end();
      if (call.path.startsWith('/hang')) held.push(answer);
      else answer();
    });
    context.after(host.close);
    const at = (path: string) => new URL(path, host.url).href;
    const hanging = await bench.createAgent({
      webhook: { url: at('/hang') },
      humanService: { baseUrl: at('/desk') },
    });
    const sibling = await bench.createAgent({ webhook: { url: at('/sibling') } });
    const workspaceId = await bench.createWorkspace('b'.repeat(24));
    const stranger = await bench.createAgent({ workspaceId, webhook: { url: at('/stranger') } });
    await bench.jobs.start();
    for (let number = 0; number < 100; number += 1)
      await bench.deliver({ agent: hanging, conversationId: conversation('a', number) });
    await eventually('as many calls hang as one address may have', () => held.length === 32);

    await bench.deliver({ agent: hanging, conversationId: conversation('a', 0), target: 'human_service' });
    await bench.deliver({ agent: sibling, conversationId: conversation('b', 0) });
    await bench.deliver({ agent: stranger, conversationId: conversation('c', 0) });
    const answered = () => host.calls.map(({ path }) => path).filter((path) => path !== '/hang');
    await eventually('the others have got theirs', () => answered().length === 3);
    assert.deepEqual(new Set(answered()), new Set(['/desk', '/sibling', '/stranger']));
    assert.equal(held.length, 32);

    host.answerWith((_call, response) => response.writeHead(200).end());
    for (const answer of held) answer();
    await bench.jobs.idle();
    assert.equal(host.calls.length, 103);
    await bench.close();
  },
);

forEachDatabase('a workspace with many hanging receivers does not use all workers', async (db, context) => {
  const bench = await createDeliveryBench(db, context, { timeoutMs: 60_000, concurrency: 40 });
  const held: (() => void)[] = [];
  const hanging = await startReceiver((_call, response) => held.push(() => response.writeHead(200).end()));
  const living = await startReceiver();
  context.after(hanging.close);
  context.after(living.close);
  await bench.jobs.start();
  for (let number = 0; number < 10; number += 1) {
    const agent = await bench.createAgent({ webhook: { url: hanging.url } });
    for (let place = 0; place < 10; place += 1)
      await bench.deliver({ agent, conversationId: conversation('a', number * 10 + place) });
  }
  await eventually('as many calls hang as one workspace may have', () => held.length === 30);
  const workspaceId = await bench.createWorkspace('b'.repeat(24));
  const other = await bench.createAgent({ workspaceId, webhook: { url: living.url } });
  for (let number = 0; number < 20; number += 1)
    await bench.deliver({ agent: other, conversationId: conversation('b', number) });
  await eventually('the other workspace has got all of its own', () => living.calls.length === 20);
  assert.equal(held.length, 30);

  hanging.answerWith((_call, response) => response.writeHead(200).end());
  for (const answer of held) answer();
  await bench.jobs.idle();
  assert.equal(hanging.calls.length, 100);
  await bench.close();
});
