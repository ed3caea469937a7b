import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import fc from 'fast-check';
import {
  contentOf,
  escapeSome,
  makeFolder,
  read,
  refuses,
  settings,
} from '../../../test/support/json-body/read-in-pieces.ts';
import { decodeBase64 } from './decode-base64.ts';
import { type JsonBody, readJsonBody } from './read-json-body.ts';
import { removeStaleSpills } from './spill-files.ts';

/** Equal, where a token means the file that the sent text decodes to, or its failure. */
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

test('long values of the named keys become files, everything else is unchanged', async (context) => {
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

test('any JSON in any chunks is read like JSON.parse, with files for long values', async (context) => {
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
  assert.ok(fileCount > 0, 'the trees contain files');
});

test('a file is the same for any chunk boundaries and any spelling', async (context) => {
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

test('a value that becomes long right after a backslash does not affect what follows', async (context) => {
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

test('long files with many line breaks, spaces and escapes are decoded exactly', async (context) => {
  const folder = await makeFolder(context);
  const bytes = randomBytes(100_001);
  const standard = bytes.toString('base64');
  const insides = [
    standard.replace(/.{76}/g, '$&\\n'),
    standard.replace(/.{61}/g, '$& '),
    standard.replace(/.{999}/g, (line) => `${line.slice(0, 998)}${escapeSome(line.slice(998), 1)}`),
    `${standard.slice(0, 40_001)}\\r\\n${standard.slice(40_001).replaceAll('/', '\\/')}`,
  ];
  for (const inside of insides) {
    for (const lengths of [[997], [65_536], [1_000_000]]) {
      const body = await read(`[{"base64_content":"${inside}"}]`, settings(folder), lengths);
      const [{ base64_content: token }] = body.value as [{ base64_content: string }];
      assert.ok(bytes.equals((await contentOf(body, token)) as Buffer));
      await body.dispose();
    }
  }
});

test('a key written with escapes is recognized', async (context) => {
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

test('an invalid file fails alone, not the whole request', async (context) => {
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

test('an empty body has no value', async (context) => {
  assert.equal((await read('', settings(await makeFolder(context)))).value, undefined);
});

test('files and their folder are private, and deleted by dispose', async (context) => {
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

test('a body that fails or breaks off leaves no file', async (context) => {
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
  const interrupted = new Readable({ read() {} });
  const pending = readJsonBody(interrupted, options);
  interrupted.push(start);
  setImmediate(() => interrupted.destroy());
  await assert.rejects(pending, /ended before its body/);
  assert.deepEqual(await readdir(options.spillFolder), []);
});

test('the digest covers the bytes sent, for any size and chunks', async (context) => {
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
  await removeStaleSpills(folder, Date.now() - 3600 * 1000);
  assert.deepEqual((await readdir(folder)).sort(), ['other', 'young.spill']);
  await removeStaleSpills(join(folder, 'absent'), Date.now());
});

test('texts of the outermost object are reported as soon as they are read', async (context) => {
  const folder = await makeFolder(context);
  const early = (text: string) => {
    const received: string[] = [];
    const stream = new PassThrough();
    const options = settings(folder, {
      early: { keys: ['id'], declaredBytes: 10_000, onValue: (value) => received.push(value) },
    });
    stream.write(text);
    return { received, stream, body: readJsonBody(stream, options) };
  };
  const table: [string, string[]][] = [
    ['{"id": "a1", "text": "', ['a1']],
    ['{"text": "x", "id" : "a1"', ['a1']],
    ['{"\\u0069d": "a\\u0031", ', ['a1']],
    [`{"file_base64": "${'A'.repeat(400)}", "id": "a1",`, ['a1']],
    ['{"id": "a1', []],
    ['{"id": 1, "text": "id", ', []],
    ['{"text": "\\"id\\": \\"a1\\"", "list": ["id", "a1"], ', []],
    ['{"nested": {"id": "a1"}, ', []],
    ['["id", "a1", ', []],
    [`{"id": "${'a'.repeat(300)}", `, []],
  ];
  for (const [text, expected] of table) {
    const { received, stream, body } = early(text);
    await nextTick();
    assert.deepEqual(received, expected, text.slice(0, 60));
    stream.destroy();
    await assert.rejects(body);
  }
  const whole = early('{"id": "a1"');
  whole.stream.end(', "n": 1}');
  assert.deepEqual((await whole.body).value, { id: 'a1', n: 1 });
});
