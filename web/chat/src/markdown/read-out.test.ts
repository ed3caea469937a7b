import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOut } from './read-out.ts';

test('the text of a reply has no Markdown marks and the same word boundaries', () => {
  const answer = [
    '## Returns\n\nPrint the **la**bel, then *pack* `it`:',
    '1. one\n2. [two](https://example.com)',
    '- [x] found\n- [ ] printed',
    '| Country | Days |\n|---|---|\n| Germany | 3 |',
    '```js\nprint(4711);\n```',
    '![a lamp](https://example.com/lamp.png)\nthe end',
  ].join('\n\n');
  assert.equal(
    readOut(answer),
    'Returns Print the label, then pack it: one two ☑ found ☐ printed Country Days Germany 3 print(4711); a lamp the end',
  );
});

test('text without Markdown is unchanged', () => {
  assert.equal(readOut('2 * 3 < 7 & <b>no tag</b>'), '2 * 3 < 7 & <b>no tag</b>');
  assert.equal(readOut(''), '');
});
