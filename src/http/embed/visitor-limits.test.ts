import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { createVisitorLimits } from './visitor-limits.ts';

const requestFrom = (ip: string): FastifyRequest =>
  ({ ip, visitorCall: { agent: { id: 'agent' } } }) as unknown as FastifyRequest;

test('searches are limited for each agent and network', async () => {
  const taken: [string, number][] = [];
  let waitMs = 0;
  const limits = createVisitorLimits({
    take: async (name, perMinute) => {
      taken.push([name, perMinute]);
      return waitMs;
    },
  });
  await limits.search(requestFrom('192.0.2.7'));
  await limits.search(requestFrom('2001:db8::1'));
  await limits.search(requestFrom('2001:db8::2'));
  const [first, second, third] = taken.map(([name]) => name);
  assert.match(first!, /^searches:agent:/);
  assert.notEqual(first, second);
  assert.equal(second, third, 'addresses of one /64 network count together');
  assert.ok(taken.every(([, perMinute]) => perMinute === 1200));
  waitMs = 1500;
  await assert.rejects(limits.search(requestFrom('192.0.2.7')), {
    kind: 'rateLimited',
    message: 'Too many searches from your network: at most 1200 a minute',
    retryAfterSeconds: 2,
  });
});
