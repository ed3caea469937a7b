import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderFeishu } from './render-feishu.ts';

const paragraphsOf = (text: string) =>
  renderFeishu({ text }).flatMap((call) =>
    'content' in call ? (call.content as { zh_cn: { content: object[][] } }).zh_cn.content : [],
  );

test('formatting becomes elements with styles', () => {
  assert.deepEqual(paragraphsOf('# Title\n\n**bold _both_** ~~gone~~ `code`'), [
    [{ tag: 'text', text: 'Title', style: ['bold'] }],
    [{ tag: 'text', text: ' ' }],
    [
      { tag: 'text', text: 'bold ', style: ['bold'] },
      { tag: 'text', text: 'both', style: ['bold', 'italic'] },
      { tag: 'text', text: ' ' },
      { tag: 'text', text: 'gone', style: ['lineThrough'] },
      { tag: 'text', text: ' ' },
      { tag: 'text', text: '`code`' },
    ],
  ]);
});

test('code and tables are blocks, quotations have a mark on each line', () => {
  assert.deepEqual(paragraphsOf('```python\nprint(1)\n\nprint(2)\n```\n\n> one\n> two'), [
    [{ tag: 'code_block', text: 'print(1)\n\nprint(2)', language: 'PYTHON' }],
    [{ tag: 'text', text: ' ' }],
    [
      { tag: 'text', text: '> ' },
      { tag: 'text', text: 'one' },
    ],
    [
      { tag: 'text', text: '> ' },
      { tag: 'text', text: 'two' },
    ],
  ]);
  assert.deepEqual(paragraphsOf('```brainfuck\n+\n```'), [[{ tag: 'code_block', text: '+' }]]);
  assert.deepEqual(paragraphsOf('|a|b|\n|-|-|\n|1|2|'), [[{ tag: 'code_block', text: 'a | b\n1 | 2' }]]);
});

test('only addresses of the web become links', () => {
  assert.deepEqual(paragraphsOf('[a](https://a.example) [b](mailto:b@a.example) [c](javascript:x)')[0], [
    { tag: 'a', text: 'a', href: 'https://a.example' },
    { tag: 'text', text: ' ' },
    { tag: 'text', text: 'b' },
    { tag: 'text', text: ' [c](javascript:x)' },
  ]);
});

test('a reply with much formatting stays within 30 KB for each message', () => {
  const calls = renderFeishu({ text: '*a* **b** `c` "d"\n\n'.repeat(1600) });
  assert.ok(calls.length > 3);
  for (const call of calls)
    assert.ok(
      Buffer.byteLength(JSON.stringify({ content: JSON.stringify('content' in call && call.content) })) <
        30_000,
    );
});
