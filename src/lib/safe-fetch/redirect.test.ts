import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { createSafeFetch } from './safe-fetch.ts';

const serve = async (context: TestContext, listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const open = (context: TestContext, allow: string[] = ['127.0.0.1']) => {
  const safeFetch = createSafeFetch({ allow });
  context.after(() => safeFetch.close());
  return safeFetch;
};

const echo = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of request) body += chunk;
  return JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body });
};

interface Echo {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** `/to?status=307&location=…` redirects, everything else echoes. */
const redirecting: RequestListener = async (request, response) => {
  const url = new URL(request.url ?? '', 'http://x');
  if (url.pathname !== '/to') return response.end(await echo(request));
  request.resume();
  const location = url.searchParams.get('location');
  response.writeHead(Number(url.searchParams.get('status') ?? 302), location === null ? {} : { location });
  response.end('moved');
};

const to = (base: string, location: string, status = 302): string =>
  `${base}/to?status=${status}&location=${encodeURIComponent(location)}`;

test('redirects are rejected by default', async (context) => {
  const base = await serve(context, redirecting);
  for (const status of [301, 302, 303, 307, 308]) {
    await assert.rejects(open(context)(to(base, '/end', status)), { reason: 'redirect', status });
  }
});

test('a redirect is followed, relative to its URL', async (context) => {
  const base = await serve(context, redirecting);
  const response = await open(context)(to(base, 'end?x=1'), { redirects: 3 });
  assert.equal(response.url, `${base}/end?x=1`);
  assert.equal(((await response.json()) as Echo).url, '/end?x=1');
});

test('redirects stop at the limit', async (context) => {
  const base = await serve(context, (request, response) => {
    response.writeHead(302, { location: `${request.url}x` });
    response.end();
  });
  await assert.rejects(open(context)(`${base}/`, { redirects: 4 }), { reason: 'redirect' });
});

test('a redirect to a private address is blocked like a first request', async (context) => {
  let reached = 0;
  const inside = await serve(context, (_request, response) => {
    reached += 1;
    response.end('secret');
  });
  const outside = await serve(context, redirecting);
  const safeFetch = open(context, [new URL(outside).host]);
  for (const location of [
    inside,
    inside.replace('127.0.0.1', 'localhost'),
    inside.replace('127.0.0.1', '[::ffff:7f00:1]'),
  ]) {
    await assert.rejects(safeFetch(to(outside, location), { redirects: 5 }), { reason: 'blocked' });
  }
  assert.equal(reached, 0);
});

test('a redirect of a trusted server to another one is not trusted', async (context) => {
  const inside = await serve(context, (_request, response) => response.end('secret'));
  const trusted = await serve(context, redirecting);
  const safeFetch = open(context, []);
  const options = { redirects: 2, trusted: true };
  assert.equal((await safeFetch(to(trusted, '/end'), options)).status, 200);
  await assert.rejects(safeFetch(to(trusted, inside), options), { reason: 'blocked' });
});

test('a redirect to another scheme, with credentials or without a target is rejected', async (context) => {
  const base = await serve(context, redirecting);
  for (const location of ['file:///etc/passwd', 'http://a:b@127.0.0.1/', 'http://[']) {
    await assert.rejects(open(context)(to(base, location), { redirects: 2 }), { reason: 'redirect' });
  }
  await assert.rejects(open(context)(`${base}/to`, { redirects: 2 }), { reason: 'redirect' });
});

test('secrets are sent only to the original origin', async (context) => {
  const other = await serve(context, redirecting);
  const base = await serve(context, redirecting);
  const secrets = { Authorization: 'Bearer x', Cookie: 'a=b', 'X-Api-Key': 'k', 'Proxy-Authorization': 'p' };
  const headers = { ...secrets, Accept: 'text/plain' };
  const across = (await (
    await open(context)(to(base, `${other}/end`), { redirects: 1, headers })
  ).json()) as Echo;
  for (const name of Object.keys(secrets)) assert.equal(across.headers[name.toLowerCase()], undefined, name);
  assert.equal(across.headers.accept, 'text/plain');
  const within = (await (await open(context)(to(base, '/end'), { redirects: 1, headers })).json()) as Echo;
  assert.equal(within.headers.authorization, 'Bearer x');
});

test('method and body are kept on 307 and 308 and become GET on 301, 302 and 303', async (context) => {
  const base = await serve(context, redirecting);
  const table: [number, string, string][] = [
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'payload'],
    [308, 'POST', 'payload'],
  ];
  for (const [status, method, body] of table) {
    const options = {
      redirects: 1,
      method: 'POST',
      body: 'payload',
      headers: { 'content-type': 'text/plain' },
    };
    const seen = (await (await open(context)(to(base, '/end', status), options)).json()) as Echo;
    assert.equal(seen.method, method);
    assert.equal(seen.body, body);
    assert.equal(seen.headers['content-type'], body === '' ? undefined : 'text/plain');
  }
});

test('a body that can be read only once is not redirected', async (context) => {
  const base = await serve(context, redirecting);
  const options = { redirects: 1, method: 'POST', body: Readable.from([Buffer.from('once')]) };
  await assert.rejects(open(context)(to(base, '/end', 307), options), { reason: 'redirect' });
});
