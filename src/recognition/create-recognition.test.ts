// In a process of its own: its workers have a low priority, and the other files of a group would wait for them.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { makeDocx, paragraph } from '../../test/support/recognition/make-docx.ts';
import { isLongRun } from '../../test/support/runner/is-long-run.ts';
import { createRecognition, usualWorkers } from './create-recognition.ts';
import { RecognitionError } from './recognition-error.ts';

// A long limit, so that results do not depend on the speed of the machine.
const recognition = createRecognition({ workers: 2, timeoutMs: 120_000 });
after(() => recognition.close());

const fixture = (name: string) => readFile(new URL(`../../test/fixtures/documents/${name}`, import.meta.url));
const bytes = (text: string) => ({ bytes: Buffer.from(text) });

const childrenOfThisProcess = async (): Promise<string[]> => {
  const lists = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').catch(() => '');
  return lists.split(' ').filter(Boolean);
};

test('no process runs before the first file or after closing', async () => {
  const own = createRecognition({ workers: 1 });
  const before = await childrenOfThisProcess();
  await own.recognise({ source: bytes('words'), name: 'a.txt' });
  await own.close();
  assert.deepEqual(await childrenOfThisProcess(), before);
  await assert.rejects(own.recognise({ source: bytes('words') }), /closed/);
});

test('an idle worker ends', async () => {
  const before = await childrenOfThisProcess();
  const own = createRecognition({ workers: 1, idleMs: 10 });
  await own.recognise({ source: bytes('words'), name: 'a.txt' });
  while ((await childrenOfThisProcess()).length > before.length) await setTimeout(20);
  assert.equal((await own.recognise({ source: bytes('again'), name: 'a.txt' })).markdown, 'again');
  await own.close();
});

test('an interactive file does not wait for a background file', async () => {
  const own = createRecognition({ workers: 1 });
  const controller = new AbortController();
  const long = { source: bytes(`a,b,c\n${'1,2,3\n'.repeat(1_200_000)}`), name: 'long.csv' };
  const background = [0, 1].map(() =>
    own.recognise(long, { isBackground: true, signal: controller.signal }).catch(() => 'called off'),
  );
  const asked = await own.recognise({ source: bytes('words'), name: 'a.txt' });
  assert.equal(asked.markdown, 'words');
  assert.equal((await childrenOfThisProcess()).length, 2);
  controller.abort();
  assert.deepEqual(await Promise.all(background), ['called off', 'called off']);
  await own.close();
});

test('a quick document does not wait for a slow one', async () => {
  const own = createRecognition({ workers: 1 });
  const before = new Set(await childrenOfThisProcess());
  const controller = new AbortController();
  // Only the format decides the lane. The content of the first file keeps its worker busy for a while.
  const long = {
    source: bytes(`a,b,c\n${'1,2,3\n'.repeat(400_000)}`),
    name: 'long.csv',
    declaredFormat: 'pdf',
  };
  const options = { isBackground: true, signal: controller.signal };
  const scans = [own.recognise(long, options), own.recognise(long, options)];
  const short = await own.recognise({ source: bytes('words'), declaredFormat: 'md' }, { isBackground: true });
  assert.equal(short.markdown, 'words');
  // Workers that an earlier test ended may still have existed before.
  const started = (await childrenOfThisProcess()).filter((id) => !before.has(id));
  assert.equal(started.length, 2);
  controller.abort();
  await Promise.allSettled(scans);
  await own.close();
});

test('the result has the detected format, not that of the file name', async () => {
  const { format, kind, markdown, warnings } = await recognition.recognise({
    source: { bytes: makeDocx(paragraph('Inside')) },
    name: 'holiday.png',
  });
  assert.deepEqual(
    { format, kind, markdown, warnings },
    { format: 'docx', kind: 'markdown', markdown: 'Inside', warnings: [] },
  );
});

test('a declared format replaces the file name extension', async () => {
  const { kind } = await recognition.recognise({ source: bytes('a,b\n1,2'), declaredFormat: 'csv' });
  assert.equal(kind, 'table');
});

test('Rich Text named .doc is read as Rich Text', async () => {
  const rich = { source: bytes(String.raw`{\rtf1\ansi Dues \u8364?5\par}`), declaredFormat: 'doc' };
  const { format, markdown } = await recognition.recognise(rich);
  assert.deepEqual({ format, markdown }, { format: 'rtf', markdown: 'Dues €5' });
});

test('a file on disk is read by its path, and a missing one is not reported as damaged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recognise-'));
  try {
    await writeFile(join(folder, 'a.md'), '# Hello');
    assert.equal(
      (await recognition.recognise({ source: { path: join(folder, 'a.md') }, name: 'a.md' })).kind,
      'markdown',
    );
    await assert.rejects(
      recognition.recognise({ source: { path: join(folder, 'none.md') } }),
      (error) => error instanceof Error && !(error instanceof RecognitionError),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('failing files have a readable error message', async () => {
  const cases: [Uint8Array, string, string, RegExp][] = [
    [Buffer.from(''), 'a.pdf', 'no-text', /^The file is empty$/],
    [Buffer.from(' \n\t '), 'a.txt', 'no-text', /^No text was found/],
    [
      Buffer.from('ID3\x04aaaaaaaaaaaa'),
      'a.mp3',
      'unsupported',
      /^Recordings inside other files are not transcribed$/,
    ],
    [Buffer.from('Rar!\x1a\x07\x00'), 'a.rar', 'unsupported', /^Files of the type "archive"/],
    [await fixture('user-password.pdf'), 'a.pdf', 'encrypted', /^The PDF is encrypted$/],
    [Buffer.from('%PDF-1.4 nothing else'), 'a.pdf', 'damaged', /^The PDF is damaged/],
  ];
  for (const [content, name, reason, sentence] of cases) {
    await assert.rejects(recognition.recognise({ source: { bytes: content }, name }), (error) => {
      assert.ok(error instanceof RecognitionError, String(error));
      assert.equal(error.reason, reason);
      assert.match(error.message, sentence);
      return true;
    });
  }
});

test('a file that hangs fails alone, and other files are read', async () => {
  const own = createRecognition({ workers: 2 });
  const slow = { source: bytes(`a,b\n${'1,2\n'.repeat(1_500_000)}`), name: 'slow.csv' };
  const results = await Promise.allSettled([
    own.recognise(slow, { timeoutMs: 30 }),
    ...Array.from({ length: 6 }, (_, index) =>
      own.recognise({ source: bytes(`file ${index}`), name: 'a.txt' }),
    ),
  ]);
  await own.close();
  assert.equal(results[0]?.status === 'rejected' && results[0].reason.reason, 'timeout');
  const texts = results.slice(1).map((result) => result.status === 'fulfilled' && result.value.markdown);
  assert.deepEqual(texts, ['file 0', 'file 1', 'file 2', 'file 3', 'file 4', 'file 5']);
});

test('interactive files come before background documents', async () => {
  const own = createRecognition({ workers: 1 });
  const order: string[] = [];
  const add = (name: string, isBackground: boolean) =>
    own
      .recognise({ source: bytes(name), name: 'a.txt' }, { isBackground })
      .then(({ markdown }) => order.push(markdown));
  // The first is also interactive: beside a background document the message would get its own worker, without a queue.
  await Promise.all([
    add('first', false),
    add('document 1', true),
    add('document 2', true),
    add('message', false),
  ]);
  await own.close();
  assert.deepEqual(order, ['first', 'message', 'document 1', 'document 2']);
});

test('a small text does not wait for images, and visitors take turns', async () => {
  const own = createRecognition({ workers: 1 });
  const done: string[] = [];
  const controller = new AbortController();
  const add = (name: string, workspaceId: string, source: Uint8Array, userId = 'visitor') =>
    own
      .recognise(
        { source: { bytes: source }, name },
        { owner: { workspaceId, userId }, signal: controller.signal },
      )
      .then(() => done.push(name));
  const picture = await fixture('english.gif');
  const flood = Array.from({ length: 9 }, (_, index) => add(`flood ${index}.gif`, 'a', picture));
  const others = [
    add('other visitor.gif', 'a', picture, 'other'),
    add('other workspace.gif', 'b', picture),
    add('note.txt', 'b', Buffer.from('words')),
  ];
  await Promise.all(others);
  const before = (name: string) =>
    done.slice(0, done.indexOf(name)).filter((file) => file.startsWith('flood')).length;
  assert.ok(before('note.txt') <= 1, done.join(', '));
  // One is being read when they arrive. Then workspaces and visitors take turns.
  assert.ok(before('other workspace.gif') <= 2, done.join(', '));
  assert.ok(before('other visitor.gif') <= 3, done.join(', '));
  controller.abort();
  await Promise.allSettled(flood);
  await own.close();
});

test('two slow documents are read at once', async () => {
  const own = createRecognition({ workers: 2 });
  const before = new Set(await childrenOfThisProcess());
  const controller = new AbortController();
  const long = { source: bytes('words'), declaredFormat: 'pdf' };
  const options = { isBackground: true, signal: controller.signal };
  const scans = [own.recognise(long, options), own.recognise(long, options)];
  const started = (await childrenOfThisProcess()).filter((id) => !before.has(id));
  assert.equal(started.length, 2);
  controller.abort();
  await Promise.allSettled(scans);
  await own.close();
});

test('the number of workers depends on the cores, with at least two', () => {
  assert.deepEqual([1, 2, 3, 4, 64].map(usualWorkers), [1, 2, 2, 3, 4]);
});

test('a file aborted while waiting is never read', async () => {
  const own = createRecognition({ workers: 1 });
  const controller = new AbortController();
  const first = own.recognise({ source: bytes('first'), name: 'a.txt' });
  const second = own.recognise({ source: bytes('second'), name: 'a.txt' }, { signal: controller.signal });
  controller.abort(new Error('not needed'));
  await assert.rejects(second, /not needed/);
  assert.equal((await first).markdown, 'first');
  await own.close();
});

/** Both scripts, two rotations and a table. The long run reads all pictures. */
const representative = ['english-upside-down.png', 'table.png', 'chinese-on-its-side.jpg'];
const pictures: [string, string[]][] = [
  ['english.gif', ['Payment is due within thirty days of receipt.', '2.5 percent']],
  ['english-upside-down.png', ['Payment is due within thirty days of receipt.']],
  ['english-askew.png', ['Please quote the number above in all letters.']],
  ['table.png', ['| Borealis | 980 | Bergen |']],
  ['chinese.png', ['办公时间为星期一至星期五', '400-820-8820']],
  ['chinese-on-its-side.jpg', ['如需退款，请在收到商品后十四天内联系客服']],
  [
    'chinese-and-english.webp',
    ['AB-12345', 'support@example.com', 'The quick brown fox jumps over the lazy dog'],
  ],
];

test('short words of a clear page are kept', async () => {
  const source = { bytes: await fixture('english-letters.png') };
  const { markdown } = await recognition.recognise({ source, name: 'a.png' });
  assert.match(markdown, /the claim that I sent\. I was told/);
  assert.match(markdown, /^Disability/);
});

test('images are read in both scripts, also rotated', async () => {
  const squeeze = (text: string) => text.replace(/\s+/g, '').toLowerCase();
  for (const [name, expected] of pictures) {
    if (!isLongRun && !representative.includes(name)) continue;
    const { markdown } = await recognition.recognise({ source: { bytes: await fixture(name) }, name });
    for (const text of expected) assert.ok(squeeze(markdown).includes(squeeze(text)), `${name}: ${markdown}`);
  }
});
