import assert from 'node:assert/strict';
import { test } from 'node:test';
import MarkdownIt from 'markdown-it';
import { addMath, type Formula, longestFormula, readFormula } from './math-rules.ts';

const parser = new MarkdownIt({ html: false, linkify: true, breaks: true });
addMath(parser);

const formulasIn = (text: string): Formula[] =>
  parser
    .parse(text, {})
    .flatMap((token) => [token, ...(token.children ?? [])])
    .filter(({ type }) => type === 'math')
    .map(({ meta }) => meta as unknown as Formula);
const texIn = (text: string): string[] => formulasIn(text).map(({ tex }) => tex);

test('all delimiters are read, with backslashes and marks of Markdown inside', () => {
  assert.deepEqual(texIn('Inline $a_1 * b_1 * c$ and \\(\\frac{a}{b}\\).'), [
    'a_1 * b_1 * c',
    '\\frac{a}{b}',
  ]);
  assert.deepEqual(formulasIn('$$\n\\begin{aligned}\na &= b \\\\\n- c &= d\n\\end{aligned}\n$$'), [
    {
      tex: '\\begin{aligned}\na &= b \\\\\n- c &= d\n\\end{aligned}',
      source: '$$\n\\begin{aligned}\na &= b \\\\\n- c &= d\n\\end{aligned}\n$$',
      isDisplay: true,
    },
  ]);
  assert.deepEqual(texIn('\\[\nx^2\n\\]\n\nand $$y$$ in a line'), ['x^2', 'y']);
  assert.deepEqual(texIn('- item\n  $$\n  x\n  $$\n\n> \\[ y \\]'), ['x', 'y']);
  assert.deepEqual(texIn('| a |\n|---|\n| $x$ |'), ['x']);
  assert.deepEqual(texIn('Text\n$$x$$\ntext'), ['x']);
});

test('prices, variables of a shell, code and escaped signs are not formulas', () => {
  for (const text of [
    'It costs $5 and $10.',
    'Between $5 and 10$ more',
    '$5-$10',
    'US$5 or US$6',
    'A$AP and B$B',
    '$HOME/$PATH and $USER',
    'a $ b $ c',
    '`$x$` and ``\\(y\\)``',
    '```\n$$\nx\n$$\n```',
    '    $$x$$',
    '\\$x\\$',
    '$x `code$` y',
    '$$',
    '$$ $$',
    '$$$$',
    '\\[sic\\] and \\(optional text\\) and \\[1\\]',
    '\\(a\n\nb\\)',
    'an open $$x',
  ])
    assert.deepEqual(texIn(text), [], text);
});

test('a text has a limited number of formulas', () => {
  const formula = `$${'x'.repeat(98)}$ `;
  assert.equal(texIn(formula.repeat(100)).length, 100);
  assert.equal(texIn(formula.repeat(101)).length, 100);
  assert.equal(texIn(`${formula.repeat(100)}\n\n$$\ny\n$$`).length, 100);
  assert.equal(texIn(formula).length, 1, 'the next text is counted from zero');
});

test('a formula has a limited length, and many opening marks cost bounded time', () => {
  const long = 'x'.repeat(longestFormula);
  assert.equal(readFormula(`$$${long}$$`, 0)?.tex, long);
  assert.equal(readFormula(`$$${long}x$$`, 0), undefined);
  for (const piece of ['$', '$$', '$$ ', '\\(', '\\[', '\\[\n', '$a', '$$\n', '$a\n'])
    parser.parse(piece.repeat(10_000), {});
});
