import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { decodeBase64 } from './decode-base64.ts';
import { JsonBodyError, type JsonBodyReason } from './json-body-error.ts';
import { type JsonBody, type ReadJsonBodyOptions, readJsonBody } from './read-json-body.ts';
import { removeStaleSpills } from './spill-files.ts';

const makeFolder = async (context: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-'));
  context.after(() => rm(folder, { recursive: true }));
  return folder;
};

const settings = (folder: string, changes: Partial<ReadJsonBodyOptions> = {}): ReadJsonBodyOptions => ({
  maxBytes: 100 * 1024 * 1024,
  spillKeys: ['base64_content', 'file_base64'],
  spillFolder: join(folder, 'spill'),
  spillAboveBytes: 100,
  ...changes,
});

/** Cuts the bytes into pieces of the given lengths, used round and round. */
const cut = (bytes: Buffer, lengths: number[]): Readable => {
  const pieces: Buffer[] = [];
  for (let at = 0, index = 0; at < bytes.length; index += 1) {
    const length = lengths[index % lengths.length]!;
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return Readable.from(pieces);
};

const read = (text: string | Buffer, options: ReadJsonBodyOptions, lengths = [7]): Promise<JsonBody> =>
  readJsonBody(cut(Buffer.from(text as string), lengths), options);

const contentOf = async (body: JsonBody, token: unknown): Promise<Buffer | string> => {
  const file = body.files.get(token as string);
  assert.ok(file, `no file for ${String(token)}`);
  return file.error === undefined ? readFile(file.path) : file.error;
};

const refuses = (promise: Promise<unknown>, reason: JsonBodyReason): Promise<void> =>
  assert.rejects(promise, (error) => {
    assert.ok(error instanceof JsonBodyError, String(error));
    assert.equal(error.reason, reason, error.message);
    return true;
  });

/** Spells some characters of a JSON string's inside as escapes. */
const escapeSome = (inside: string, every: number): string =>
  [...inside]
    .map((character, index) => {
      if (index % every !== 0) return character;
      return character === '/' ? '\\/' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    })
    .join('');

test('long values of the named keys become files, everything else stays as it is', async (context) => {
  const folder = await makeFolder(context);
  const bytes = randomBytes(5000);
  const long = bytes.toString('base64');
  const sent = {
    base64_content: 'QUJD',
    other: long,
    list: [{ file_base64: long, name: 'a "quoted" \\ name' }, long, { nested: { base64_content: long } }],
    file_base64: [long],
  };
  const body = await read(JSON.stringify(sent), settings(folder));
  const value = body.value as {
    list: [{ file_base64: string }, string, { nested: { base64_content: string } }];
  };
  const tokens = [value.list[0].file_base64, value.list[2].nested.base64_content];
  assert.equal(body.files.size, 2);
  assert.notEqual(tokens[0], tokens[1]);
  for (const token of tokens) {
    assert.ok(bytes.equals((await contentOf(body, token)) as Buffer));
    assert.ok(token.length < 100);
  }
  value.list[0].file_base64 = long;
  value.list[2].nested.base64_content = long;
  assert.deepEqual(body.value, sent);
  assert.equal(body.files.get('spilled:guess'), undefined);
  await body.dispose();
});

/** Equal, where a token stands for the file that the sent text decodes to, or for its failure. */
const assertSame = async (body: JsonBody, actual: unknown, sent: unknown): Promise<void> => {
  if (typeof actual === 'string' && body.files.get(actual) !== undefined) {
    const bytes = decodeBase64(sent as string);
    const expected = bytes === undefined ? 'not base64' : Buffer.from(bytes);
    return assert.deepEqual(await contentOf(body, actual), expected);
  }
  if (typeof sent !== 'object' || sent === null) return assert.deepEqual(actual, sent);
  assert.equal(Array.isArray(actual), Array.isArray(sent));
  assert.deepEqual(Object.keys(actual as object), Object.keys(sent));
  for (const [key, item] of Object.entries(sent)) {
    await assertSame(body, (actual as Record<string, unknown>)[key], item);
  }
};

test('any JSON in any pieces reads as JSON.parse reads it, with files in place of long values', async (context) => {
  const folder = await makeFolder(context);
  const key = fc.constantFrom('base64_content', 'file_base64', 'name', 'ключ', 'a"b', '');
  const leaf = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '\\', '"', '\\\\\\"', '{"base64_content":"', 'x'.repeat(70)),
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('tree')), fc.dictionary(key, tie('tree'))),
  }));
  const pieces = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 });
  let fileCount = 0;
  await fc.assert(
    fc.asyncProperty(tree, pieces, fc.boolean(), async (tree, lengths, indented) => {
      const text = JSON.stringify(tree, null, indented ? 2 : 0);
      const body = await read(text, settings(folder, { spillAboveBytes: 20 }), lengths);
      fileCount += body.files.size;
      await assertSame(body, body.value, JSON.parse(text));
      await body.dispose();
    }),
    { numRuns: 300 },
  );
  assert.ok(fileCount > 0, 'the trees hold files');
});

test('a file reads the same wherever the pieces end and however it is written', async (context) => {
  const folder = await makeFolder(context);
  const bytes = randomBytes(300);
  const standard = bytes.toString('base64');
  const insides = [
    standard,
    standard.replace(/=+$/, ''),
    bytes.toString('base64url'),
    standard.replaceAll('/', '\\/'),
    escapeSome(standard, 1),
    escapeSome(standard, 5),
    standard.replace(/.{76}/g, '$&\\r\\n'),
    standard.replace(/.{10}/g, '$& '),
    `data:application\\/pdf;base64,${standard}`,
    `${escapeSome('data:image/png;base64,', 1)}${standard}`,
  ];
  for (const inside of insides) {
    for (const lengths of [[1], [2], [3], [5, 1], [64], [100_000]]) {
      const text = `{"before": "\\"base64_content\\":", "base64_content" : "${inside}","after":1}`;
      const body = await read(text, settings(folder), lengths);
      const value = body.value as { base64_content: string; before: string; after: number };
      assert.ok(bytes.equals((await contentOf(body, value.base64_content)) as Buffer), inside);
      assert.deepEqual([value.before, value.after], ['"base64_content":', 1]);
      await body.dispose();
    }
  }
});

test('a value that is found to be long right after a backslash does not disturb what follows', async (context) => {
  const folder = await makeFolder(context);
  const text = `{"base64_content":"${'QUJD'.repeat(5)}${'\\/'.repeat(12)}","":"","a":"\\\\"}`;
  for (let spillAboveBytes = 20; spillAboveBytes < 30; spillAboveBytes += 1) {
    const body = await read(text, settings(folder, { spillAboveBytes }), [1]);
    const value = body.value as Record<string, string>;
    assert.deepEqual(Object.keys(value), ['base64_content', '', 'a']);
    assert.deepEqual([value[''], value.a], ['', '\\']);
    assert.deepEqual(
      await contentOf(body, value.base64_content),
      Buffer.from(`${'QUJD'.repeat(5)}////////////`, 'base64'),
    );
    await body.dispose();
  }
});

test('a key written with escapes is that key', async (context) => {
  const folder = await makeFolder(context);
  const long = randomBytes(300).toString('base64');
  for (const name of [escapeSome('base64_content', 1), 'base64\\u005fcontent']) {
    const body = await read(`{"${name}": "${long}"}`, settings(folder), [3]);
    assert.equal(body.files.size, 1, name);
    await body.dispose();
  }
  const other = await read(`{"base64_content\\"": "${long}"}`, settings(folder), [3]);
  assert.equal(other.files.size, 0);
});

test('one broken file is that file’s failure and not the request’s', async (context) => {
  const folder = await makeFolder(context);
  const bytes = randomBytes(3000);
  const good = bytes.toString('base64');
  const broken = [
    `${good}!`,
    `!${good}`,
    good.slice(0, 2001),
    `${good}=${good}`,
    `${good}é`,
    `${good}\\u00e9`,
    `x.${good}`,
  ];
  const text = JSON.stringify({
    files: broken.map(() => ({ base64_content: '@' })),
    last: { base64_content: good },
  });
  let index = 0;
  const filled = text.replaceAll('@', () => broken[index++]!);
  for (const lengths of [[11], [1000], [100_000]]) {
    const body = await read(filled, settings(folder), lengths);
    const value = body.value as { files: { base64_content: string }[]; last: { base64_content: string } };
    for (const file of value.files) assert.equal(await contentOf(body, file.base64_content), 'not base64');
    assert.ok(bytes.equals((await contentOf(body, value.last.base64_content)) as Buffer));
    assert.equal((await readdir(join(folder, 'spill'))).length, 1);
    await body.dispose();
  }
});

test('what JSON forbids inside a string is refused inside a spilled one too', async (context) => {
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

test('broken JSON is refused in small and in large bodies', async (context) => {
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

test('a refusal never quotes the body', async (context) => {
  const folder = await makeFolder(context);
  await assert.rejects(
    read('{"password": secret}', settings(folder)),
    (error: Error) => !/secret|password/.test(error.message),
  );
});

test('bytes that are not UTF-8 are refused', async (context) => {
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

test('an empty body has no value', async (context) => {
  assert.equal((await read('', settings(await makeFolder(context)))).value, undefined);
});

test('a body above its limit is refused, at the limit it is taken', async (context) => {
  const folder = await makeFolder(context);
  const text = JSON.stringify({ a: 'x'.repeat(200_000) });
  await refuses(read(text, settings(folder, { maxBytes: text.length - 1 }), [1000]), 'too-large');
  assert.ok((await read(text, settings(folder, { maxBytes: text.length }), [1000])).value);
  await refuses(read('[1,2,3]', settings(folder, { maxBytes: 6 })), 'too-large');
});

test('the text besides the files has a limit of its own, which files do not count to', async (context) => {
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

test('deep nesting is refused from its first bytes', async (context) => {
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

test('keys that reach into prototypes are refused, the same words elsewhere are data', async (context) => {
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

test('files and their folder are private, and gone after dispose', async (context) => {
  const folder = await makeFolder(context);
  const options = settings(folder);
  const long = randomBytes(1000).toString('base64');
  const body = await read(JSON.stringify([{ base64_content: long }, { base64_content: long }]), options);
  assert.equal((await stat(options.spillFolder)).mode & 0o777, 0o700);
  const names = await readdir(options.spillFolder);
  assert.equal(names.length, 2);
  for (const name of names) assert.equal((await stat(join(options.spillFolder, name))).mode & 0o777, 0o600);
  await body.dispose();
  await body.dispose();
  assert.deepEqual(await readdir(options.spillFolder), []);
});

test('a body that fails or breaks off leaves no file behind', async (context) => {
  const folder = await makeFolder(context);
  const options = settings(folder);
  const start = Buffer.from(`{"base64_content":"${'QUJD'.repeat(200_000)}`);
  await refuses(read(Buffer.concat([start, Buffer.from('"}]')]), options, [65_536]), 'syntax');
  assert.deepEqual(await readdir(options.spillFolder), []);
  const reset = new Error('reset');
  const breaking = Readable.from(
    (async function* () {
      for (let at = 0; at < start.length; at += 65_536) yield start.subarray(at, at + 65_536);
      throw reset;
    })(),
  );
  await assert.rejects(readJsonBody(breaking, options), reset);
  assert.deepEqual(await readdir(options.spillFolder), []);
  const vanishing = new Readable({ read() {} });
  const pending = readJsonBody(vanishing, options);
  vanishing.push(start);
  setImmediate(() => vanishing.destroy());
  await assert.rejects(pending, /ended before its body/);
  assert.deepEqual(await readdir(options.spillFolder), []);
});

test('a refused stream is left alive for the answer', async (context) => {
  const folder = await makeFolder(context);
  const stream = new Readable({ read() {} });
  stream.push('[[[[[');
  stream.push('1');
  await refuses(readJsonBody(stream, settings(folder, { maxBytes: 3 })), 'too-large');
  assert.equal(stream.destroyed, false);
  stream.destroy(new Error('late'));
  await new Promise((resolve) => setImmediate(resolve));
});

test('the digest is of the bytes sent, whatever their size and pieces', async (context) => {
  const folder = await makeFolder(context);
  for (const length of [10, 300_000]) {
    const text = JSON.stringify({ base64_content: 'QUJD'.repeat(length / 2) });
    const expected = createHash('sha256').update(text).digest('hex');
    const body = await read(text, settings(folder, { digest: true, spillAboveBytes: 1000 }), [1000]);
    assert.equal(body.sha256, expected);
    await body.dispose();
  }
});

test('files left by a killed process are removed once they are old', async (context) => {
  const folder = await makeFolder(context);
  await writeFile(join(folder, 'old.spill'), '');
  await writeFile(join(folder, 'young.spill'), '');
  await writeFile(join(folder, 'other'), '');
  const yesterday = new Date(Date.now() - 24 * 3600 * 1000);
  await utimes(join(folder, 'old.spill'), yesterday, yesterday);
  await utimes(join(folder, 'other'), yesterday, yesterday);
  await removeStaleSpills(folder, 3600 * 1000);
  assert.deepEqual((await readdir(folder)).sort(), ['other', 'young.spill']);
  await removeStaleSpills(join(folder, 'absent'), 0);
});
