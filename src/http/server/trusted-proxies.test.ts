import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { addRoutes } from '../add-routes.ts';
import { route } from '../route.ts';
import { createServer } from './server.ts';

/** The client address that the server determines. */
const seenAs = async (trustedProxies: string[], remoteAddress: string, forwarded?: string) => {
  const server = createServer({ log: pino({ level: 'silent' }), spillFolder: '/nowhere', trustedProxies });
  const answer = route({
    method: 'GET',
    url: '/',
    public: true,
    schema: {},
    handler: async (request) => ({ ip: request.ip, protocol: request.protocol }),
  });
  addRoutes(server, [answer]);
  const headers = { ...(forwarded ? { 'x-forwarded-for': forwarded } : {}), 'x-forwarded-proto': 'https' };
  const response = await server.inject({ url: '/', remoteAddress, headers });
  await server.close();
  return response.json();
};

test('forwarded addresses are ignored by default, and always from untrusted addresses', async () => {
  const alone = { ip: '10.0.0.1', protocol: 'http' };
  assert.deepEqual(await seenAs([], '10.0.0.1', '198.51.100.7'), alone);
  assert.deepEqual(await seenAs(['10.0.0.2'], '10.0.0.1', '198.51.100.7'), alone);
});

test('behind trusted proxies the client is the last address that is not a proxy', async () => {
  const proxies = ['10.0.0.0/24', '::1'];
  const cases: [string, string | undefined, string][] = [
    ['10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['::ffff:10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['::1', '2001:db8::1, 10.0.0.9', '2001:db8::1'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    // Addresses that the client wrote are to the left of the address that the first proxy saw.
    ['10.0.0.1', '127.0.0.1, 198.51.100.7, 10.0.0.9', '198.51.100.7'],
    ['10.0.0.1', 'unknown', 'unknown'],
  ];
  for (const [address, forwarded, expected] of cases)
    assert.deepEqual(await seenAs(proxies, address, forwarded), { ip: expected, protocol: 'https' });
});
