import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choiceOf, renderDiscord } from './render-discord.ts';

const to = { channelId: '1180000000000000001', userId: null, interactionId: null, token: null };
const contentOf = (text: string): string[] => renderDiscord({ text }, to).map(({ content }) => content);

test('Markdown is written in the notation of Discord', () => {
  for (const [markdown, expected] of [
    ['**bold** _italic_ ~~gone~~', '**bold** *italic* ~~gone~~'],
    ['# Title\n\nText', '**Title**\n\nText'],
    ['`a*b` and `` c`d ``', '``a*b`` and ``c`d``'],
    ['```js\nlet a = `1`;\n```', '```js\nlet a = `1`;\n```'],
    ['> one\n> two', '> one\n> two'],
    ['[our page](https://a.example/x_(y))', '[our page](https://a.example/x_%28y%29)'],
    ['<https://a.example/a_b>', 'https://a.example/a_b'],
    ['- one\n- two', '• one\n• two'],
  ] as const)
    assert.deepEqual(contentOf(markdown), [expected]);
});

test('text that Discord would read as formatting or as a mention is shown as it is', () => {
  assert.deepEqual(contentOf('2 \\* 3 \\* 4 snake\\_case\\_name'), ['2 \\* 3 \\* 4 snake\\_case\\_name']);
  assert.deepEqual(contentOf('Hello &lt;@123&gt; ||secret||'), ['Hello \\<@123> \\|\\|secret\\|\\|']);
  assert.deepEqual(contentOf('\\# no title'), ['\\# no title']);
  assert.deepEqual(contentOf('\\-# no small text'), ['-\\# no small text']);
  assert.deepEqual(contentOf('See https://a.example/under_score_*x*'), [
    'See https://a.example/under_score_*x*',
  ]);
});

test('backticks in code do not end it', () => {
  const [block] = contentOf('````\na ``` b\n````');
  assert.equal(block, '```\na `\u200b`\u200b` b\n```');
  assert.deepEqual(contentOf('`` `a` ``'), ['`` `a` ``']);
});

test('a long reply is divided below the limit of 2,000 characters, counted with the notation', () => {
  const parts = contentOf(`${'a_b*c '.repeat(2000)}\n\n\`\`\`js\n${'const x = 1;\n'.repeat(300)}\`\`\``);
  assert.ok(parts.length > 6);
  for (const part of parts) assert.ok(part.length <= 1970 && part.isWellFormed());
  for (const part of parts.filter((text) => text.includes('const')))
    assert.equal(part.split('```').length % 2, 1, 'code is closed in each part');
});

test('choices are buttons with unique ids that contain the choice', () => {
  const long = `${'x'.repeat(79)}😀 rest of it`;
  const choices = ['Yes', 'Yes', '7: seven', long, ' ', ...Array.from({ length: 30 }, (_, at) => `c${at}`)];
  const [call] = renderDiscord({ text: 'Sure?', choices }, to);
  const rows = call!.components as { components: { label: string; custom_id: string }[] }[];
  const buttons = rows.flatMap(({ components }) => components);
  assert.deepEqual([rows.length, buttons.length], [5, 25]);
  assert.equal(new Set(buttons.map(({ custom_id }) => custom_id)).size, 25);
  for (const { label, custom_id } of buttons) {
    assert.ok(label.length <= 80 && label.isWellFormed());
    assert.ok(custom_id.length <= 100 && custom_id.isWellFormed());
  }
  assert.deepEqual(
    buttons.slice(0, 4).map(({ custom_id }) => choiceOf(custom_id)),
    ['Yes', 'Yes', '7: seven', long],
  );
});
