import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countTokens } from '../../lib/tokens.ts';
import { searchableText } from './chunk.ts';
import { chunkMarkdown } from './chunk-markdown.ts';

const texts = (markdown: string, chunkTokens: number): string[] =>
  chunkMarkdown(markdown, { chunkTokens }).map(({ text }) => text);
const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '');
const words = (count: number, word = 'word'): string => Array.from({ length: count }, () => word).join(' ');

const line = fc.oneof(
  fc.lorem({ mode: 'sentences', maxCount: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '# Title',
    '## Part',
    '### Deep',
    '====',
    '---',
    '```',
    '~~~~',
    '- item one',
    '2. item two',
    '| a | b |',
    '|---|---|',
    '| 1 | 2 |',
    '',
    '   ',
    '    indented code',
    '你好，世界。今天天气很好！我们去公园吧？',
    'สวัสดีครับผมชื่อสมชายทำงานที่กรุงเทพ',
    '👨‍👩‍👧‍👦🇹🇭🏴‍☠️',
    'Dr. Smith met J. R. Tolkien. He left.',
    'aGVsbG8gd29ybGQ'.repeat(12),
  ),
);
const document = fc.array(line, { maxLength: 25 }).map((lines) => lines.join('\n'));
const limit = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 1000 }));

const isOneCodePoint = (text: string): boolean => Array.from(text).length === 1;

test('no chunk exceeds the limit, except a single code point that does', () => {
  fc.assert(
    fc.property(document, limit, (markdown, chunkTokens) => {
      for (const chunk of chunkMarkdown(markdown, { chunkTokens })) {
        assert.equal(chunk.tokens, countTokens(chunk.text));
        assert.ok(chunk.tokens <= chunkTokens || isOneCodePoint(chunk.text), JSON.stringify(chunk));
        assert.notEqual(chunk.text.trim(), '');
      }
    }),
    { numRuns: 300 },
  );
});

test('no text is lost or added, apart from white space and repeated table headers', () => {
  fc.assert(
    fc.property(document, limit, (markdown, chunkTokens) => {
      fc.pre(!markdown.includes('|---|'));
      assert.equal(texts(markdown, chunkTokens).map(withoutSpace).join(''), withoutSpace(markdown));
    }),
    { numRuns: 300 },
  );
});

test('a surrogate pair is never cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), limit, (markdown, chunkTokens) => {
      for (const text of texts(markdown, chunkTokens)) assert.ok(text.isWellFormed());
    }),
  );
});

test('the same text gives the same chunks, numbered from 0', () => {
  fc.assert(
    fc.property(document, limit, (markdown, chunkTokens) => {
      const first = chunkMarkdown(markdown, { chunkTokens });
      assert.deepEqual(chunkMarkdown(markdown, { chunkTokens }), first);
      assert.deepEqual(
        first.map(({ position }) => position),
        first.map((_, index) => index),
      );
    }),
    { numRuns: 50 },
  );
});

test('a heading begins a chunk and its path is kept, outermost first', () => {
  const chunks = chunkMarkdown(
    'Before.\n\n# Guide\n\nIntro.\n\n## Set *up*\n\nText.\n\n### `Deep` [link](http://x)\n\nMore.\n\n# End\n\nLast.',
    { chunkTokens: 600 },
  );
  assert.deepEqual(
    chunks.map(({ text, headingPath }) => [text, headingPath]),
    [
      ['Before.', []],
      ['# Guide\n\nIntro.', ['Guide']],
      ['## Set *up*\n\nText.', ['Guide', 'Set up']],
      ['### `Deep` [link](http://x)\n\nMore.', ['Guide', 'Set up', 'Deep link']],
      ['# End\n\nLast.', ['End']],
    ],
  );
});

test('underlined headings are headings, and a heading without text is part of the next section', () => {
  const chunks = chunkMarkdown('Title\n=====\n\nPart\n----\n\nBody.', { chunkTokens: 600 });
  assert.deepEqual(
    chunks.map(({ text, headingPath }) => [text, headingPath]),
    [['Title\n=====\n\nPart\n----\n\nBody.', ['Title', 'Part']]],
  );
});

test('paragraphs under one heading are joined up to the limit and stay whole if they fit', () => {
  const paragraph = `${words(19)} end.`;
  const chunks = texts(Array.from({ length: 6 }, () => paragraph).join('\n\n'), 50);
  assert.deepEqual(chunks, Array(3).fill(`${paragraph}\n\n${paragraph}`));
});

test('a long paragraph is cut between sentences, in alphabets and in Chinese', () => {
  const english = 'Dr. Smith opened the clinic in 1990. It moved twice. Is it open? Yes!';
  assert.deepEqual(texts(english, 12), [
    'Dr. Smith opened the clinic in 1990.',
    'It moved twice. Is it open? Yes!',
  ]);
  for (const text of texts('今天天气很好。我们去公园吧！你想去吗？好的。', 8))
    assert.match(text, /[。！？]$/);
});

test('a sentence too long for a chunk is cut between words, also in Thai', () => {
  for (const text of texts(words(100, 'sentence'), 7)) assert.match(text, /^sentence( sentence)*$/);
  const thaiWords = new Set(['สวัสดี', 'ครับ', 'ผม', 'ชื่อ']);
  const isWhole = (text: string): boolean =>
    Array.from(new Intl.Segmenter('th', { granularity: 'word' }).segment(text)).every(({ segment }) =>
      thaiWords.has(segment),
    );
  const chunks = texts('สวัสดีครับผมชื่อ'.repeat(20), 20);
  assert.ok(chunks.length > 3 && chunks.every(isWhole));
});

test('a grapheme of several code points is kept whole if it fits', () => {
  const family = '👨‍👩‍👧‍👦';
  const chunks = texts(family.repeat(30), 2 * countTokens(family));
  assert.ok(chunks.length >= 15 && chunks.every((text) => text.replaceAll(family, '') === ''));
});

test('rows of a table stay whole and every chunk of it begins with the header', () => {
  const header = '| Name | Price |\n|------|-------|';
  const rows = Array.from({ length: 40 }, (_, index) => `| Item ${index} | ${index} euro |`);
  const chunks = texts(`${header}\n${rows.join('\n')}`, 60);
  assert.ok(chunks.length > 3);
  for (const text of chunks) assert.ok(text.startsWith(`${header}\n| Item `), text);
  assert.deepEqual(
    chunks.flatMap((text) => text.split('\n').slice(2)),
    rows,
  );
});

test('a row longer than the limit is cut between cells', () => {
  const cells = Array.from({ length: 12 }, (_, index) => `cell number ${index}`);
  const chunks = texts(`| a |\n|---|\n| ${cells.join(' | ')} |`, 16);
  for (const cell of cells)
    assert.ok(
      chunks.some((text) => text.includes(cell)),
      cell,
    );
});

test('a code block that fits is kept whole, including indentation and blank lines', () => {
  const code = '```ts\nif (a) {\n\n    b();\n}\n```';
  assert.ok(texts(`${words(30)}\n\n${code}\n\n${words(30)}`, 40).some((text) => text.includes(code)));
});

test('headings inside a code block are code', () => {
  const chunks = chunkMarkdown('# Real\n\n```sh\n# not a heading\necho\n```', { chunkTokens: 600 });
  assert.deepEqual(
    chunks.map(({ headingPath }) => headingPath),
    [['Real']],
  );
});

test('a heading is never alone if text follows, even if both do not fit', () => {
  const chunks = texts(`# A heading of some words\n\n${words(28)}. And more of it.`, 30);
  assert.match(chunks[0]!, /^# A heading of some words\n\nword/);
});

test('a long section is divided evenly, without a very short last chunk', () => {
  for (const text of [words(620), Array.from({ length: 62 }, () => `Some ${words(8)}.`).join(' ')]) {
    const sizes = chunkMarkdown(text, { chunkTokens: 600 }).map(({ tokens }) => tokens);
    assert.equal(sizes.length, 2);
    assert.ok(
      sizes.every((tokens) => tokens > 200),
      String(sizes),
    );
  }
});

test('a separator cuts exactly at its occurrences, keeps long pieces and makes no empty chunks', () => {
  const chunks = chunkMarkdown(`one@@@@two ${words(50)}@@ \n @@three.`, { chunkTokens: 5, separator: '@@' });
  assert.deepEqual(
    chunks.map(({ text }) => text),
    ['one', `two ${words(50)}`, 'three.'],
  );
});

test('a separator is literal text, not a pattern, and may be a line end of either kind', () => {
  assert.deepEqual(
    chunkMarkdown('a.b.c', { chunkTokens: 600, separator: '.' }).map(({ text }) => text),
    ['a', 'b', 'c'],
  );
  const lines = chunkMarkdown('a\r\nb\r\n\r\nc', { chunkTokens: 600, separator: '\r\n' });
  assert.deepEqual(
    lines.map(({ text }) => text),
    ['a', 'b', 'c'],
  );
});

test('pieces of a separator have the headings above them', () => {
  const chunks = chunkMarkdown('# A\nx;y\n## B\nz;w', { chunkTokens: 600, separator: ';' });
  assert.deepEqual(
    chunks.map(({ headingPath }) => headingPath),
    [['A'], ['A'], ['A', 'B']],
  );
});

test('a piece of a separator above the limit of embedding servers is cut further', () => {
  const chunks = chunkMarkdown(`start\n;${words(9000)}`, { chunkTokens: 600, separator: ';' });
  assert.deepEqual(
    chunks.map(({ tokens }) => tokens <= 8000),
    [true, true, true],
  );
});

test('empty and blank texts give no chunks', () => {
  for (const text of ['', ' \n\t\r\n ', '\uFEFF'])
    assert.deepEqual(chunkMarkdown(text, { chunkTokens: 600 }), []);
});

test('hostile texts are cut in linear time', () => {
  const hostile = [
    'a',
    ' ',
    '😀',
    '\uD83D',
    '# a\n',
    '- ',
    '```\n',
    '|a|\n|-|\n',
    '. ',
    'e\u0301',
    '"',
    '[',
    '\n\n',
  ];
  for (const unit of hostile) {
    const markdown = unit.repeat(Math.floor(60_000 / unit.length));
    const chunks = chunkMarkdown(markdown, { chunkTokens: 300 });
    assert.ok(
      chunks.every(({ tokens }) => tokens <= 300),
      JSON.stringify(unit),
    );
  }
});

test('the searchable text starts with the headings that the chunk does not contain', () => {
  assert.equal(searchableText({ text: '## B\n\ntext', headingPath: ['A', 'B'] }), 'A\n\n## B\n\ntext');
  assert.equal(searchableText({ text: 'text', headingPath: ['A', 'B'] }), 'A › B\n\ntext');
  assert.equal(searchableText({ text: 'text', headingPath: [] }), 'text');
});

test('a comment of source code is not a heading', () => {
  const source = '# adds two numbers\ndef add(a, b):\n    return a + b\n';
  const [chunk] = chunkMarkdown(source, { chunkTokens: 100, isCode: true });
  assert.deepEqual(chunk!.headingPath, []);
  assert.ok(chunk!.text.startsWith('# adds two numbers'));
  assert.deepEqual(chunkMarkdown(source, { chunkTokens: 100 })[0]!.headingPath, ['adds two numbers']);
});
