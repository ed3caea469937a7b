import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { createStreamAccess } from './stream-access.ts';

const requestOf = (id: string, token = id): FastifyRequest =>
  ({
    headers: { authorization: `Bearer ${token}` },
    operator: { kind: 'token', id },
    workspace: { id: 'w' },
    routeOptions: { config: { permission: 'agent:read' } },
  }) as unknown as FastifyRequest;

test('one operator can have 20 open streams, all operators together 2,000', () => {
  const access = createStreamAccess({ isStillAllowed: async () => true });
  const leaves: (() => void)[] = [];
  const enter = (id: string) => leaves.push(access.enter(requestOf(id), () => {}));
  for (let count = 0; count < 20; count++) enter('anna');
  assert.throws(() => enter('anna'), { kind: 'rateLimited', message: /20 live views/ });
  assert.throws(() => access.requireRoom(requestOf('anna')), { kind: 'rateLimited' });
  leaves.pop()!();
  enter('anna');
  for (let index = 0; index < 1980; index++) enter(`operator ${Math.floor(index / 18)}`);
  assert.throws(() => enter('somebody else'), { kind: 'rateLimited', message: /Too many live views/ });
  for (const leave of leaves) leave();
});

test('streams end when their operator loses access, with one check for all of them', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  const allowed = new Set(['anna', 'ben']);
  const checked: string[] = [];
  const access = createStreamAccess({
    isStillAllowed: async ({ operator }) => {
      checked.push(operator!.id);
      return allowed.has(operator!.id);
    },
  });
  const ended: string[] = [];
  const open = (id: string) => {
    const leave = access.enter(requestOf(id), () => {
      ended.push(id);
      leave();
    });
  };
  for (const id of ['anna', 'anna', 'ben']) open(id);
  const tick = async () => {
    context.mock.timers.tick(1000);
    await new Promise((resolve) => setImmediate(resolve));
  };
  await tick();
  assert.deepEqual([checked, ended], [['anna', 'ben'], []]);
  allowed.delete('anna');
  await tick();
  assert.deepEqual(ended, ['anna', 'anna']);
  access.endAll();
  assert.deepEqual(ended, ['anna', 'anna', 'ben']);
  checked.length = 0;
  await tick();
  assert.deepEqual(checked, [], 'without open streams nothing is checked');
});
