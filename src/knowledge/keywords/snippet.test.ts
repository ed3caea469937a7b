import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { snippetOf } from './snippet.ts';

const itself = (word: string): string[] => [word];

/** The matches in brackets. */
const shown = (text: string, ...terms: string[]): string =>
  snippetOf(text, itself, new Set(terms))
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

test('words of the query are marked, in any case and with punctuation around them', () => {
  assert.equal(
    shown('Return it. RETURNS are free; (return)!', 'return'),
    '[Return] it. RETURNS are free; ([return])!',
  );
});

test('Chinese words are marked without single characters of them elsewhere', () => {
  assert.equal(shown('退出后申请退款。', '退', '款', '退款'), '退出后申请[退款]。');
  assert.equal(shown('喝水', '水'), '喝[水]');
  assert.equal(shown('申請退款流程', '退', '款', '退款'), '申請[退款]流程');
});

test('Japanese, Korean and Thai words are marked', () => {
  assert.equal(shown('返品できますか', '返', '品', '返品'), '[返品]できますか');
  assert.equal(shown('환불은 가능', '환불'), '[환불]은 가능');
  assert.match(shown('ฉันเรียนภาษาไทย', 'ภาษา'), /\[ภาษา\]/);
});

test('a long text is cut around the place with most of the words', () => {
  const text = `refund ${'filler '.repeat(200)}the refund of shipping costs ${'filler '.repeat(200)}`;
  const snippet = shown(text, 'refund', 'shipping');
  assert.match(snippet, /^….*\[refund\] of \[shipping\].*…$/);
  assert.ok(snippet.length < 280);
});

test('the signs of Markdown and HTML are not shown', () => {
  assert.equal(
    shown(
      '## Returns\n\n> **Free** [label](https://x.example/a) `code`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n<b>x</b>',
    ),
    'Returns: Free label code a b 1 2 x',
  );
});

test('the parts are the text, and no character is cut in two', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 600 }),
      fc.array(fc.string({ maxLength: 3 })),
      (text, terms) => {
        const parts = snippetOf(text, itself, new Set(terms));
        for (const part of parts) assert.ok(part.text !== '' && part.text.isWellFormed());
        assert.ok(parts.map(({ text }) => text).join('').length <= 245);
      },
    ),
    { numRuns: 500 },
  );
});

test('hostile texts: one endless word, brackets and marks', () => {
  for (const text of [
    'a'.repeat(500_000),
    '['.repeat(100_000),
    '<a'.repeat(100_000),
    '水'.repeat(100_000),
    '**'.repeat(100_000),
  ])
    assert.ok(
      snippetOf(text, itself, new Set(['水', '水水', 'a']))
        .map((part) => part.text)
        .join('').length <= 245,
    );
});
