import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { EgressError, type EgressReason } from './egress-error.ts';
import type { Lookup } from './resolve-host.ts';
import { createSafeFetch } from './safe-fetch.ts';

const listen = async (context: TestContext, server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.close();
    if ('closeAllConnections' in server) (server as ReturnType<typeof createServer>).closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
};

const serve = async (context: TestContext, listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(context, createServer(listener))}`;

const open = (context: TestContext, allow: string[] = ['127.0.0.1'], lookup?: Lookup) => {
  const safeFetch = createSafeFetch({ allow, lookup });
  context.after(() => safeFetch.close());
  return safeFetch;
};

const failsWith =
  (reason: EgressReason, ...words: string[]) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof EgressError, String(error));
    assert.equal(error.reason, reason, error.message);
    for (const word of words) assert.ok(error.message.includes(word), error.message);
    return true;
  };

test('a request has method, headers and body, and its response is returned', async (context) => {
  const base = await serve(context, async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.writeHead(201, { 'content-type': 'application/json', 'x-seen': 'yes' });
    response.end(
      JSON.stringify({
        method: request.method,
        path: request.url,
        type: request.headers['content-type'],
        body,
      }),
    );
  });
  const response = await open(context)(`${base}/a/b?c=d#hidden`, {
    method: 'post',
    headers: { 'Content-Type': 'text/plain' },
    body: 'hello',
  });
  assert.equal(response.status, 201);
  assert.equal(response.headers['x-seen'], 'yes');
  assert.deepEqual(await response.json(), {
    method: 'POST',
    path: '/a/b?c=d',
    type: 'text/plain',
    body: 'hello',
  });
});

test('connections are kept alive and reused by later requests', async (context) => {
  const sockets = new Set<unknown>();
  const base = await serve(context, (request, response) => {
    sockets.add(request.socket);
    response.end('ok');
  });
  const safeFetch = open(context);
  for (let count = 0; count < 5; count += 1) {
    await (await safeFetch(base)).text();
    // The pool releases a socket one tick of the event loop after the response.
    await new Promise((resolve) => setImmediate(resolve));
  }
  // A busy machine sometimes needs another tick. Without reuse each round would have its own socket.
  assert.ok(sockets.size < 5);
});

test('no spelling of a private address is connected to unless allowed', async (context) => {
  let reached = 0;
  const base = await serve(context, (_request, response) => {
    reached += 1;
    response.end('secret');
  });
  const port = new URL(base).port;
  const hosts = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '0',
    '0.0.0.0',
    '127.0.0.1.',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[::]',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
    '①②⑦.0.0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'anything.localhost',
    'ⓛocalhost',
    'metadata.google.internal',
    '169.254.169.254',
    '2852039166',
    '10.0.0.1',
    '192.168.0.1',
    '[fd00:ec2::254]',
    '[fe80::1]',
  ];
  const safeFetch = open(context, []);
  for (const host of hosts)
    await assert.rejects(safeFetch(`http://${host}:${port}/`), failsWith('blocked'), host);
  assert.equal(reached, 0);
});

test('an allowed port allows only that port', async (context) => {
  const one = await serve(context, (_request, response) => response.end('one'));
  const other = await serve(context, (_request, response) => response.end('other'));
  const safeFetch = open(context, [new URL(one).host]);
  assert.equal(await (await safeFetch(one)).text(), 'one');
  await assert.rejects(safeFetch(other), failsWith('blocked', '127.0.0.1', 'loopback'));
});

test('a trusted server may have a private address, and its connection is not shared', async (context) => {
  const base = await serve(context, (_request, response) => response.end('model'));
  const safeFetch = open(context, []);
  assert.equal(await (await safeFetch(base, { trusted: true })).text(), 'model');
  await assert.rejects(safeFetch(base), failsWith('blocked'));
});

test('only http and https URLs without credentials are accepted', async (context) => {
  const safeFetch = open(context);
  const urls = [
    '',
    'nonsense',
    '//example.com',
    'file:///etc/passwd',
    'ftp://example.com',
    'data:text/plain,x',
    'gopher://x',
    'javascript:1',
    'http://',
    'http://[::1',
    'http://[fe80::1%25eth0]/',
    'http://256.1.1.1/',
    'http://a:0/',
    'http://user:secret@example.com/',
    'http://user@example.com/',
    `http://example.com/${'a'.repeat(20_000)}`,
  ];
  for (const url of urls) {
    await assert.rejects(safeFetch(url), (error) => {
      failsWith('invalid-url')(error);
      assert.ok(!(error as Error).message.includes('secret'));
      return true;
    });
  }
});

test('an invalid header is an error and is not sent', async (context) => {
  const base = await serve(context, (_request, response) => response.end());
  const safeFetch = open(context);
  await assert.rejects(safeFetch(base, { headers: { a: 'b\r\nx: y' } }), failsWith('invalid-url', 'header'));
  await assert.rejects(safeFetch(base, { headers: { 'a b': 'c' } }), failsWith('invalid-url', 'header'));
  await assert.rejects(safeFetch(base, { method: 'GET / HTTP/1.1\r\n' }), failsWith('invalid-url', 'method'));
});

test('callers cannot set headers of the connection', async (context) => {
  let seen: IncomingMessage['headers'] = {};
  const base = await serve(context, (request, response) => {
    seen = request.headers;
    response.end();
  });
  const headers = {
    Host: 'elsewhere',
    Connection: 'close',
    'Content-Length': '7',
    'Accept-Encoding': 'gzip',
  };
  await (await open(context)(base, { headers })).text();
  assert.equal(seen.host, new URL(base).host);
  assert.equal(seen['content-length'], undefined);
  assert.equal(seen['accept-encoding'], 'identity');
});

test('a name that becomes private after the check is blocked', async (context) => {
  // 127.0.0.1 is allowed and represents the public address, 127.0.0.2 the private one.
  const base = await serve(context, (_request, response) => {
    response.writeHead(200, { connection: 'close' }).end('ok');
  });
  const answers = ['127.0.0.1', '127.0.0.2', '127.0.0.2'];
  const rebinding: Lookup = async () => [{ address: answers.shift() ?? '127.0.0.2', family: 4 }];
  const safeFetch = open(context, ['127.0.0.1'], rebinding);
  const url = `http://rebind.example:${new URL(base).port}/`;
  assert.equal(await (await safeFetch(url)).text(), 'ok');
  assert.equal(answers.length, 2, 'one lookup per connection: the checked answer is the used answer');
  await assert.rejects(safeFetch(url), failsWith('blocked', 'rebind.example', 'loopback'));
});

test('only checked addresses are connected to: a private one among them is never tried', async (context) => {
  const reachedAddresses: string[] = [];
  const base = await serve(context, (request, response) => {
    reachedAddresses.push(request.socket.localAddress ?? '');
    response.end('allowed');
  });
  const port = new URL(base).port;
  const mixed: Lookup = async () => [
    { address: '127.0.0.2', family: 4 },
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ];
  const safeFetch = open(context, ['127.0.0.1'], mixed);
  assert.equal(await (await safeFetch(`http://mixed.example:${port}/`)).text(), 'allowed');
  assert.deepEqual(reachedAddresses, ['127.0.0.1']);
  await assert.rejects(
    open(context, ['10.0.0.0/8'], mixed)(`http://mixed.example:${port}/`),
    failsWith('blocked', 'mixed.example'),
  );
});

test('an allowed host may resolve to a private address', async (context) => {
  const base = await serve(context, (request, response) => response.end(request.headers.host));
  const port = new URL(base).port;
  const lookup: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];
  const safeFetch = open(context, ['intranet.example'], lookup);
  assert.equal(
    await (await safeFetch(`http://intranet.example:${port}/`)).text(),
    `intranet.example:${port}`,
  );
  await assert.rejects(safeFetch(`http://other.example:${port}/`), failsWith('blocked', 'other.example'));
});

test('TLS uses the name in the URL, not the chosen address', async (context) => {
  const asked: string[] = [];
  const server = createTlsServer({
    SNICallback: (name, callback) => {
      asked.push(name);
      callback(new Error('no certificate here'));
    },
  });
  server.on('tlsClientError', () => {});
  const port = await listen(context, server);
  const safeFetch = open(context, ['secure.example'], async () => [{ address: '127.0.0.1', family: 4 }]);
  await assert.rejects(
    safeFetch(`https://secure.example:${port}/`),
    failsWith('unreachable', 'secure.example'),
  );
  assert.deepEqual(asked, ['secure.example']);
});

test('errors name the host and never contain the response', async (context) => {
  const banner = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.end('SSH-2.0-internal-banner\r\n');
  });
  const port = await listen(context, banner);
  const safeFetch = open(context);
  await assert.rejects(safeFetch(`http://127.0.0.1:${port}/`), (error) => {
    failsWith('unreachable', `127.0.0.1:${port}`)(error);
    assert.ok(
      !JSON.stringify(error).includes('banner') && !String((error as Error).cause).includes('banner'),
    );
    return true;
  });
  const closedPort = await new Promise<number>((resolve) => {
    const server = createTcpServer().listen(0, '127.0.0.1', () => {
      const { port: freed } = server.address() as AddressInfo;
      server.close(() => resolve(freed));
    });
  });
  await assert.rejects(safeFetch(`http://127.0.0.1:${closedPort}/`), failsWith('unreachable', 'refused'));
  const unknown: Lookup = async () => {
    throw Object.assign(new Error('x'), { code: 'ENOTFOUND' });
  };
  await assert.rejects(
    open(context, [], unknown)('http://nobody.example/'),
    failsWith('unreachable', 'resolved'),
  );
  await assert.rejects(
    open(context, [], async () => [])('http://empty.example/'),
    failsWith('unreachable', 'resolved'),
  );
});

test('an aborted signal ends the call with its own reason', async (context) => {
  const base = await serve(context, () => {});
  const safeFetch = open(context);
  const reason = new Error('changed my mind');
  await assert.rejects(safeFetch(base, { signal: AbortSignal.abort(reason) }), reason);
  const controller = new AbortController();
  const pending = safeFetch(base, { signal: controller.signal });
  controller.abort(reason);
  await assert.rejects(pending, reason);
});

test('close ends running calls and rejects new ones', async (context) => {
  const base = await serve(context, () => {});
  const safeFetch = createSafeFetch({ allow: ['127.0.0.1'] });
  const pending = safeFetch(base);
  const settled = assert.rejects(pending, failsWith('unreachable', 'stopping'));
  await safeFetch.close();
  await settled;
  await assert.rejects(safeFetch(base), failsWith('unreachable', 'stopping'));
});

test('a name that resolves to a metadata address is blocked, even if allowed or trusted', async (context) => {
  const lookup = async () => [{ address: '169.254.169.254', family: 4 as const }];
  const safeFetch = createSafeFetch({ allow: ['models.example'], lookup });
  context.after(() => safeFetch.close());
  for (const options of [{}, { trusted: true }])
    await assert.rejects(safeFetch('http://models.example/', options), {
      reason: 'blocked',
      message: /models\.example resolves to a link-local or cloud metadata address, which is never called/,
    });
  await assert.rejects(safeFetch('http://169.254.169.254/', { trusted: true }), { reason: 'blocked' });
});
