import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { createFetch } from './create-fetch.ts';
import { createSafeFetch, type SafeFetch } from './safe-fetch.ts';

const start = async (
  context: TestContext,
  listener: RequestListener,
): Promise<{ base: string; safeFetch: SafeFetch }> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const safeFetch = createSafeFetch({ allow: ['127.0.0.1'] });
  context.after(async () => {
    await safeFetch.close();
    server.close();
    server.closeAllConnections();
  });
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, safeFetch };
};

const folder = async (context: TestContext): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), 'frontdesk-'));
  context.after(() => rm(path, { recursive: true }));
  return path;
};

/** Sends zeros while the client reads, and reports when it stops. */
const endless = (): { listener: RequestListener; gone: Promise<number> } => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const block = Buffer.alloc(64 * 1024);
  const listener: RequestListener = (_request, response) => {
    let sentBytes = 0;
    const pump = (): void => {
      while (!response.destroyed) {
        sentBytes += block.length;
        if (!response.write(block)) return void response.once('drain', pump);
      }
    };
    response.on('close', () => resolve(sentBytes));
    pump();
  };
  return { listener, gone: promise };
};

test('an endless body stops exactly at the limit, and the connection is closed', async (context) => {
  const { listener, gone } = endless();
  const { base, safeFetch } = await start(context, listener);
  const response = await safeFetch(base, { maxBytes: 1_000_001 });
  let readBytes = 0;
  await assert.rejects(
    async () => {
      for await (const chunk of response.body) readBytes += chunk.length;
    },
    { reason: 'too-large' },
  );
  assert.equal(readBytes, 1_000_001);
  await gone;
});

test('a slow reader slows down the sender', async (context) => {
  const { listener, gone } = endless();
  const { base, safeFetch } = await start(context, listener);
  const response = await safeFetch(base, { maxBytes: Number.MAX_SAFE_INTEGER });
  for await (const _chunk of response.body) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    break;
  }
  // Socket buffers on both sides hold some megabytes; without backpressure there would be hundreds.
  assert.ok((await gone) < 64 * 1024 * 1024);
});

test('a declared length above the limit is rejected before reading, except when truncating', async (context) => {
  const { base, safeFetch } = await start(context, (_request, response) => {
    response.writeHead(200, { 'content-length': 1000 });
    response.end('a'.repeat(1000));
  });
  const response = await safeFetch(base, { maxBytes: 999 });
  assert.equal(response.status, 200);
  await assert.rejects(response.text(), { reason: 'too-large' });
  assert.equal(await (await safeFetch(base, { maxBytes: 10 })).text({ truncate: true }), 'a'.repeat(10));
  assert.equal((await (await safeFetch(base, { maxBytes: 1000 })).text()).length, 1000);
});

test('a body of exactly the limit is complete', async (context) => {
  const { base, safeFetch } = await start(context, (_request, response) => {
    response.write('ab');
    response.end('cd');
  });
  assert.equal(await (await safeFetch(base, { maxBytes: 4 })).text(), 'abcd');
  await assert.rejects((await safeFetch(base, { maxBytes: 3 })).text(), { reason: 'too-large' });
});

test('compressed responses are decoded, and the limit counts decoded bytes', async (context) => {
  const plain = Buffer.alloc(5_000_000, 'bomb');
  const packed: Record<string, Buffer> = {
    gzip: gzipSync(plain),
    deflate: deflateSync(plain),
    br: brotliCompressSync(plain, { params: {} }),
    zstd: zstdCompressSync(plain),
  };
  const { base, safeFetch } = await start(context, (request, response) => {
    const encoding = request.url!.slice(1);
    response.setHeader('content-encoding', encoding);
    response.end(packed[encoding] ?? 'not really');
  });
  for (const encoding of Object.keys(packed)) {
    assert.ok(plain.equals(await (await safeFetch(`${base}/${encoding}`)).bytes()), encoding);
    await assert.rejects((await safeFetch(`${base}/${encoding}`, { maxBytes: 100_000 })).bytes(), {
      reason: 'too-large',
    });
    const cut = await (await safeFetch(`${base}/${encoding}`, { maxBytes: 100_000 })).text({
      truncate: true,
    });
    assert.equal(cut.length, 100_000);
  }
  packed.gzip = Buffer.from('this is no gzip');
  await assert.rejects((await safeFetch(`${base}/gzip`)).text(), { reason: 'unreachable' });
  packed.gzip = gzipSync(plain).subarray(0, 1000);
  await assert.rejects((await safeFetch(`${base}/gzip`)).text(), { reason: 'unreachable' });
  await assert.rejects((await safeFetch(`${base}/gzip,%20gzip`)).text(), { reason: 'unreachable' });
});

test('a server that accepts and sends nothing times out', async (context) => {
  const { base, safeFetch } = await start(context, () => {});
  await assert.rejects(safeFetch(base, { headersTimeoutMs: 50 }), { reason: 'timeout' });
  await assert.rejects(safeFetch(base, { totalTimeoutMs: 50 }), { reason: 'timeout' });
});

test('a slow body is ended by the total time, one that stops by the idle time', async (context) => {
  const { base, safeFetch } = await start(context, (request, response) => {
    response.write('first');
    if (request.url === '/stop') return;
    const drip = setInterval(() => response.write('.'), 5);
    response.on('close', () => clearInterval(drip));
  });
  // A busy machine may not even receive the headers in that time.
  const read = async (url: string, limits: object) => (await safeFetch(url, limits)).text();
  await assert.rejects(read(base, { totalTimeoutMs: 100 }), { reason: 'timeout' });
  await assert.rejects(read(`${base}/stop`, { idleTimeoutMs: 50 }), { reason: 'timeout' });
});

test('an unread body ends after the total time', async (context) => {
  const { listener, gone } = endless();
  const { base, safeFetch } = await start(context, listener);
  const isAnswered = (totalTimeoutMs: number): Promise<boolean> =>
    safeFetch(base, { totalTimeoutMs }).then(
      () => true,
      () => false,
    );
  // Long enough to receive the headers on a busy machine.
  for (let timeoutMs = 50; !(await isAnswered(timeoutMs)); ) timeoutMs *= 2;
  await gone;
});

test('a connection reset during the body is an error, not an end', async (context) => {
  const { base, safeFetch } = await start(context, (request, response) => {
    if (request.url === '/length') response.setHeader('content-length', 100);
    response.write('half');
    setTimeout(() => response.destroy(), 20);
  });
  await assert.rejects((await safeFetch(base)).text(), { reason: 'unreachable' });
  await assert.rejects((await safeFetch(`${base}/length`)).text(), { reason: 'unreachable' });
});

test('an abort during a body ends it with the reason', async (context) => {
  const { base, safeFetch } = await start(context, (_request, response) => void response.write('first'));
  const controller = new AbortController();
  const reason = new Error('enough');
  const response = await safeFetch(base, { signal: controller.signal });
  const text = response.text();
  controller.abort(reason);
  await assert.rejects(text, reason);
});

test('a reader that stops early frees the connection', async (context) => {
  const { listener, gone } = endless();
  const { base, safeFetch } = await start(context, listener);
  for await (const _chunk of (await safeFetch(base)).body) break;
  await gone;
});

test('a body is readable once', async (context) => {
  const { base, safeFetch } = await start(context, (_request, response) => response.end('x'));
  const response = await safeFetch(base);
  await response.text();
  await assert.rejects(response.text(), TypeError);
});

test('a response that is not JSON is an error that does not quote it', async (context) => {
  const { base, safeFetch } = await start(context, (_request, response) => response.end('<secret>'));
  await assert.rejects((await safeFetch(base)).json(), (error: Error) => !error.message.includes('secret'));
});

test('a download becomes a private file, and leaves none if it fails', async (context) => {
  const { base, safeFetch } = await start(context, (request, response) => {
    response.write('content');
    if (request.url === '/broken') setTimeout(() => response.destroy(), 20);
    else response.end();
  });
  const path = await folder(context);
  const file = join(path, 'file');
  assert.deepEqual(await (await safeFetch(base)).toFile(file), { sizeBytes: 7 });
  assert.equal(await readFile(file, 'utf8'), 'content');
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  await assert.rejects((await safeFetch(`${base}/broken`)).toFile(join(path, 'broken')), {
    reason: 'unreachable',
  });
  await writeFile(join(path, 'taken'), 'mine');
  await assert.rejects((await safeFetch(base)).toFile(join(path, 'taken')), { code: 'EEXIST' });
  assert.equal(await readFile(join(path, 'taken'), 'utf8'), 'mine');
  assert.deepEqual((await readdir(path)).sort(), ['file', 'taken']);
});

test('libraries can use the same rules through a fetch function', async (context) => {
  const { base, safeFetch } = await start(context, async (request, response) => {
    if (request.url === '/none') return response.writeHead(204).end();
    let body = '';
    for await (const chunk of request) body += chunk;
    response
      .writeHead(203, { 'set-cookie': ['a=1', 'b=2'] })
      .end(`${request.method} ${request.headers['x-a']} ${body}`);
  });
  const fetchLike = createFetch(safeFetch, { headers: { 'x-a': 'set' } });
  const response = await fetchLike(`${base}/`, { method: 'PUT', body: 'text' });
  assert.equal(response.status, 203);
  assert.equal(await response.text(), 'PUT set text');
  assert.deepEqual(response.headers.getSetCookie(), ['a=1', 'b=2']);
  const form = await fetchLike(`${base}/`, { method: 'POST', body: new URLSearchParams({ q: '1' }) });
  assert.equal(await form.text(), 'POST set q=1');
  assert.equal((await fetchLike(`${base}/none`)).status, 204);
  await assert.rejects(fetchLike('http://127.0.0.2:1/'), { reason: 'blocked' });
});
