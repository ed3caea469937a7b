import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { makeFolder, read, refuses, settings } from '../../../test/support/json-body/read-in-pieces.ts';
import { readJsonBody } from './read-json-body.ts';

test('a spilled string follows the JSON rules for strings, too', async (context) => {
  const folder = await makeFolder(context);
  const good = 'QUJD'.repeat(200);
  const body = (inside: string): string => `{"base64_content":"${inside}"}`;
  for (const lengths of [[10], [10_000]]) {
    for (const inside of [
      `${good}\n${good}`,
      `${good}\t`,
      `!${good}\u0001`,
      `${good}\\x`,
      `${good}\\u12g4`,
      `!${good}\\q`,
    ]) {
      await refuses(read(body(inside), settings(folder), lengths), 'syntax');
    }
    const latin1 = Buffer.from(body(`${good}\xe9${good}`), 'latin1');
    await refuses(read(latin1, settings(folder), lengths), 'encoding');
    await refuses(read(`{"base64_content":"${good}`, settings(folder), lengths), 'syntax');
  }
  assert.deepEqual(await readdir(join(folder, 'spill')).catch(() => []), []);
});

test('invalid JSON is rejected in small and in large bodies', async (context) => {
  const folder = await makeFolder(context);
  const broken = [
    '{',
    '[1,]',
    '{"a":1}}',
    '[1}',
    '{"a" 1}',
    'nul',
    '"a',
    '01',
    "{'a':1}",
    '[]x',
    '{"a":"\n"}',
    '\ufeff{}',
  ];
  for (const text of broken) {
    await refuses(read(text, settings(folder)), 'syntax');
    await refuses(read(`${' '.repeat(70_000)}${text}`, settings(folder), [1000]), 'syntax');
  }
});

test('an error never quotes the body', async (context) => {
  const folder = await makeFolder(context);
  await assert.rejects(
    read('{"password": secret}', settings(folder)),
    (error: Error) => !/secret|password/.test(error.message),
  );
});

test('bytes that are not UTF-8 are rejected', async (context) => {
  const folder = await makeFolder(context);
  for (const filler of ['', ' '.repeat(70_000)]) {
    const bytes = Buffer.concat([
      Buffer.from(`${filler}{"a":"`),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"}'),
    ]);
    await refuses(read(bytes, settings(folder), [1000]), 'encoding');
  }
});

test('a body above its limit is rejected, at the limit it is accepted', async (context) => {
  const folder = await makeFolder(context);
  const text = JSON.stringify({ a: 'x'.repeat(200_000) });
  await refuses(read(text, settings(folder, { maxBytes: text.length - 1 }), [1000]), 'too-large');
  assert.ok((await read(text, settings(folder, { maxBytes: text.length }), [1000])).value);
  await refuses(read('[1,2,3]', settings(folder, { maxBytes: 6 })), 'too-large');
});

test('the text besides the files has its own limit, which does not count files', async (context) => {
  const folder = await makeFolder(context);
  const options = settings(folder, { maxTextBytes: 10_000, spillAboveBytes: 1000 });
  const long = 'QUJD'.repeat(100_000);
  for (const lengths of [[1000], [1_000_000]]) {
    await refuses(read(JSON.stringify({ text: long }), { ...options }, lengths), 'too-large');
    await refuses(read(`{"a":1${' '.repeat(20_000)}}`, options, lengths), 'too-large');
    await refuses(read(`{"${long}":1}`, options, lengths), 'too-large');
    const body = await read(JSON.stringify({ base64_content: long }), options, lengths);
    assert.equal(body.files.size, 1);
    await body.dispose();
  }
});

test('deep nesting is rejected from its first bytes', async (context) => {
  const folder = await makeFolder(context);
  let pulled = 0;
  const endless = Readable.from(
    (function* () {
      for (;;) {
        pulled += 1;
        yield Buffer.alloc(65_536, '[');
      }
    })(),
  );
  await refuses(readJsonBody(endless, settings(folder)), 'too-deep');
  assert.ok(pulled < 100);
  endless.destroy();
  const nested = (depth: number): string => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
  for (const filler of ['', ' '.repeat(70_000)]) {
    await refuses(read(filler + nested(514), settings(folder), [1000]), 'too-deep');
    assert.ok((await read(filler + nested(512), settings(folder), [1000])).value);
    const inText = JSON.stringify({ a: '[{'.repeat(1000), b: '\\"[' });
    assert.deepEqual((await read(filler + inText, settings(folder), [1000])).value, JSON.parse(inText));
  }
});

test('a large body of very many values is rejected before it is parsed', async (context) => {
  const folder = await makeFolder(context);
  const options = settings(folder, { maxValues: 50_000 });
  await refuses(read(`[${'[],'.repeat(60_000)}1]`, options, [65_536]), 'too-large');
  await refuses(read(`[${'0,'.repeat(60_000)}0]`, options, [65_536]), 'too-large');
  const commas = JSON.stringify({ a: ',[{'.repeat(60_000), b: Array.from({ length: 40_000 }, () => 0) });
  assert.deepEqual((await read(commas, options, [65_536])).value, JSON.parse(commas));
});

test('keys that reach prototypes are rejected, the same words elsewhere are data', async (context) => {
  const folder = await makeFolder(context);
  const forbidden = [
    '{"__proto__":{"a":1}}',
    '[{"a":[{"__proto__":1}]}]',
    '{"\\u005f_proto__":1}',
    '{"__pr\\u006ft\\u006f__":null}',
    '{"constructor":{"prototype":{"a":1}}}',
    '{"a":{"c\\u006fnstructor":{"pr\\u006ftotype":1}}}',
  ];
  const fine = [
    '{"constructor":"Frank Lloyd Wright","prototype":true}',
    '{"constructor":{"name":"prototype"}}',
    '{"text":"__proto__ and constructor.prototype"}',
    '{"constructor":null,"__proto":1}',
  ];
  for (const filler of ['', ' '.repeat(70_000)]) {
    for (const text of forbidden)
      await refuses(read(filler + text, settings(folder), [1000]), 'forbidden-key');
    for (const text of fine) {
      assert.deepEqual((await read(filler + text, settings(folder), [1000])).value, JSON.parse(text));
    }
  }
});

test('a rejected stream stays open for the response', async (context) => {
  const folder = await makeFolder(context);
  const stream = new Readable({ read() {} });
  stream.push('[[[[[');
  stream.push('1');
  await refuses(readJsonBody(stream, settings(folder, { maxBytes: 3 })), 'too-large');
  assert.equal(stream.destroyed, false);
  stream.destroy(new Error('late'));
  await new Promise((resolve) => setImmediate(resolve));
});

test('over HTTP, a client that sends too much still gets a response', async (context) => {
  const folder = await makeFolder(context);
  const server = createServer(async (request, response) => {
    const refusal = await readJsonBody(request, settings(folder, { maxBytes: 100_000 })).catch(
      (error) => error,
    );
    response.writeHead(413, { connection: 'close' }).end(refusal.reason);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const upload = request({ port, host: '127.0.0.1', method: 'POST' }, resolve);
    upload.on('error', reject);
    upload.write(Buffer.alloc(200_000, ' '));
  });
  assert.equal(answer.statusCode, 413);
  assert.equal(await text(answer), 'too-large');
});
