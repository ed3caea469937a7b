import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromMarkdown } from './from-markdown.ts';
import { plainText } from './rich-text.ts';
import { splitRich } from './split-rich.ts';
import { type Markup, toMarkup } from './to-markup.ts';

const html: Markup = {
  escape: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  escapeCode: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  around: ({ style, href }) => (style === 'link' ? [`<a ${href}>`, '</a>'] : [`<${style}>`, `</${style}>`]),
};

const textsOf = (text: string, limit: number): string[] =>
  splitRich(plainText(text), limit).map((part) => part.text);

test('Markdown becomes text with formatting beside it', () => {
  const { text, spans } = fromMarkdown(
    '# Title\n\nA **bold _word_** and `code`, [here](https://a.example) or [there](ftp://b.example).',
  );
  assert.equal(text, 'Title\n\nA bold word and code, here or there.');
  assert.deepEqual(
    spans.map(({ start, end, style }) => [text.slice(start, end), style]),
    [
      ['Title', 'bold'],
      ['bold word', 'bold'],
      ['word', 'italic'],
      ['code', 'code'],
      ['here', 'link'],
    ],
  );
});

test('lists, quotations, code and tables keep their structure', () => {
  const markdown =
    '- one\n  - inner\n- two\n\n3. three\n4. four\n\n> said\n\n```js\nlet a = 1;\n```\n\n| a | long |\n|---|---|\n| 1 | 2 |\n';
  const rich = fromMarkdown(markdown);
  assert.equal(
    rich.text,
    '• one\n  • inner\n• two\n\n3. three\n4. four\n\nsaid\n\nlet a = 1;\n\na | long\n1 | 2',
  );
  assert.equal(
    toMarkup(rich, html).split('\n\n').slice(2).join('|'),
    '<quote>said</quote>|<block>let a = 1;</block>|<block>a | long\n1 | 2</block>',
  );
});

test('a text is cut at paragraphs, then at sentences, then at words', () => {
  assert.deepEqual(textsOf('First.\n\nSecond.', 10), ['First.', 'Second.']);
  assert.deepEqual(textsOf('One two. Three four five.', 16), ['One two.', 'Three four five.']);
  assert.deepEqual(textsOf('aaaa bbbb cccc', 10), ['aaaa bbbb', 'cccc']);
});

test('a text of exactly the limit is one part, and one more character makes two', () => {
  assert.deepEqual(textsOf('a'.repeat(10), 10), ['a'.repeat(10)]);
  assert.deepEqual(textsOf('a'.repeat(11), 10), ['a'.repeat(10), 'a']);
});

test('characters of two code units are not cut', () => {
  const parts = textsOf('😀'.repeat(50), 7);
  assert.equal(parts.join(''), '😀'.repeat(50));
  for (const part of parts) assert.ok(part.isWellFormed() && part.length <= 7);
});

test('every part is formatted by itself, and its notation counts', () => {
  const rich = fromMarkdown(`**${'word & '.repeat(40)}word**`);
  const parts = splitRich(rich, 60, (part) => toMarkup(part, html).length).map((part) =>
    toMarkup(part, html),
  );
  assert.ok(parts.length > 4);
  for (const part of parts) {
    assert.ok(part.length <= 60, part);
    assert.match(part, /^<bold>[^<]+<\/bold>$/);
  }
});

test('hostile Markdown is divided within the limit too', () => {
  const hostile = [
    '*'.repeat(50_000),
    '['.repeat(50_000),
    '`a'.repeat(30_000),
    '> '.repeat(30_000),
    '- '.repeat(20_000),
  ];
  for (const markdown of hostile)
    for (const part of splitRich(fromMarkdown(markdown), 4096)) assert.ok(part.text.length <= 4096);
});
