import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewOf } from './markdown-preview.ts';

test('a preview has the words of a Markdown text without its markup', () => {
  const cases: [markdown: string, preview: string][] = [
    ['# Prices\n\n**Tea** costs _two_ euros.', 'Prices Tea costs two euros.'],
    ['See [the form](https://x.example/a_b "Form") and ![a picture](i.png).', 'See the form and a picture.'],
    ['- one\n- [x] two\n1. three\n> quoted', 'one two three quoted'],
    ['```ts\nconst a = 1;\n```', 'const a = 1;'],
    ['| Name | Price |\n|---|---:|\n| Tea | 2 |', 'Name Price Tea 2'],
    ['snake_case, 5*3, 2 * 3 and a|b', 'snake_case, 5*3, 2 * 3 and a|b'],
    ['这是**重要**的', '这是重要的'],
    ['\\*not bold\\*', '*not bold*'],
    ['https://x.example/a?b=c 👍', 'https://x.example/a?b=c 👍'],
    ['~~old~~ `code`', 'old code'],
    ['***\n\n---', ''],
  ];
  for (const [markdown, preview] of cases) assert.equal(previewOf(markdown), preview, markdown);
});

test('a preview of any text ends soon', () => {
  for (const piece of ['[', '![](', '**', '_', '|', ' ', '> ', '`', '\\', '\n|'])
    assert.equal(typeof previewOf(piece.repeat(1_000_000)), 'string', piece);
});
