import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hideUnfinished } from './hide-unfinished.ts';
import { readOut } from './read-out.ts';

/** The text that a reader sees after each character of a streaming reply. */
const shownWhileStreaming = (text: string): string[] =>
  [...text].map((_, index) => readOut(hideUnfinished(text.slice(0, index + 1))));

const reply = [
  '## Returns\n\nPrint the **label**, then *pack* it, or ***both*** with `print(4711)` and ~~wait~~ go.',
  'See [the **full** guide](https://example.com/returns_(all)?a=1) and ![a lamp](https://example.com/l_a.png).',
  '| Country | Days |\n|:---|--:|\n| **Germany** | 3 |\n| Austria | `4` |',
  'Country | Price\n--- | ---\nItaly | 5',
  '1. one **bold**\n2. two\n   - three *em*',
  '- [x] done\n- [ ] open',
  '```js\nconst a = 1;\n```',
  '> quoted **text**\n> | a | b |\n> |---|---|\n> | 1 | 2 |',
  'With $x_1^2 + y$ and \\(\\frac{a}{b}\\) inline,\n\n$$\n\\sum_{i} |x_i|\n- y\n$$\n\n\\[ a \\]\n\ncosts $5 or $10.',
  'Fish &amp; chips, <https://example.com/a>, the end.',
].join('\n\n');

test('no raw marks are shown while a reply is streamed', () => {
  for (const shown of shownWhileStreaming(reply)) {
    const words = shown.replace(/\\sum_\{i\} \|x_i\| - y/, '');
    assert.doesNotMatch(
      words,
      /[|*`~[\]#<>]|\]\(|https?:\/\/example\.com\/(returns|l_a)|&amp|--|\$(?!\d)|\\[([)\]]/,
      shown,
    );
  }
});

test('nothing is missing when a block is complete', () => {
  const blocks = reply.split('\n\n');
  for (const [index] of blocks.entries()) {
    const text = `${blocks.slice(0, index + 1).join('\n\n')}\n\n`;
    assert.equal(readOut(hideUnfinished(text)), readOut(text));
  }
});

test('words appear at once, also inside emphasis, code and lists', () => {
  for (const [text, shown] of [
    ['Print the **lab', 'Print the lab'],
    ['Print the **label*', 'Print the label'],
    ['Print the **label** and *pa', 'Print the label and pa'],
    ['Run `npm st', 'Run npm st'],
    ['Run ``a ` b`', 'Run a ` b'],
    ['- **one', 'one'],
    ['**See [the gui', 'See'],
    ['2 * 3 and 2*3 = 6', '2 * 3 and 2*3 = 6'],
    ['snake_case and _em', 'snake_case and em'],
    ['A note [1] and more', 'A note [1] and more'],
    ['Text\n-', 'Text'],
    ['Text\n===', 'Text'],
    ['Text\n1', 'Text'],
    ['```js\nlet a | b\n``', 'let a | b'],
    ['```py', ''],
    ['| a | b |\n|---|---|\n| 1 | 2 |\n| **3', 'a b 1 2'],
    [`a long line with a pipe | ${'and words '.repeat(30)}`, null],
    ['a | b\nno table', 'a | b no table'],
    [`[${'x'.repeat(1200)}`, null],
  ] as const)
    assert.equal(readOut(hideUnfinished(text)), shown ?? readOut(text), text);
});

test('what is shown grows, and hostile input costs bounded time', () => {
  const pieces = fc.constantFrom(
    '|',
    '-',
    '`',
    '*',
    '_',
    '~',
    '[',
    ']',
    '(',
    ')',
    '!',
    '\\',
    '\n',
    'a',
    ' ',
    '<b',
    '&',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const text = parts.join('');
      assert.ok(hideUnfinished(text).length <= text.length + parts.length);
    }),
  );
  for (const piece of [
    '[',
    '![',
    '`',
    '*a',
    '**',
    '|',
    '|-\n',
    '<a',
    '&',
    '\\',
    '- ',
    '> ',
    '```\n',
    '(',
    '~~a ',
  ])
    hideUnfinished(piece.repeat(20_000));
});
