import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWindowClosed, toTemplateParameter, toWhatsAppTexts } from './whatsapp-text.ts';

const write = (markdown: string): string => toWhatsAppTexts(markdown, 4096).join('|');

test('Markdown is written in the notation of WhatsApp', () => {
  assert.equal(write('**bold** _italic_ ~~gone~~ `code`'), '*bold* _italic_ ~gone~ `code`');
  assert.equal(write('# Hours\n\nOpen **daily**'), '*Hours*\n\nOpen *daily*');
  assert.equal(write('- one\n- two\n\n1. first'), '• one\n• two\n\n1. first');
  assert.equal(write('```js\nlet a = 1;\n```'), '```let a = 1;```');
  assert.equal(write('> quoted\n> twice'), '> quoted\n> twice');
});

test('the address of a link is written once', () => {
  assert.equal(write('[shop](https://shop.example/a)'), 'shop (https://shop.example/a)');
  assert.equal(write('[https://shop.example/a](https://shop.example/a)'), 'https://shop.example/a');
  assert.equal(write('[shop.example](https://shop.example/)'), 'shop.example');
  assert.equal(write('**[shop](https://shop.example/a)**'), '*shop* (https://shop.example/a)');
});

test('marks are within a line and not repeated', () => {
  assert.equal(write('**one\ntwo**'), '*one*\n*two*');
  assert.equal(write('# A **bold** heading'), '*A bold heading*');
  assert.equal(write('`` a```b ``'), "`a'''b`");
});

test('parts with their marks are within the limit', () => {
  const markdown = '**word** _other_ [link](https://shop.example/page) '.repeat(200);
  const parts = toWhatsAppTexts(markdown, 300);
  assert.ok(parts.length > 10);
  for (const part of parts) assert.ok(part.length <= 300, `${part.length}`);
});

test('a template parameter is one line of limited length', () => {
  assert.equal(toTemplateParameter('a\n\nb\t c     d'), 'a b c d');
  const long = toTemplateParameter('😀'.repeat(1000));
  assert.ok(long.length <= 700 && long.isWellFormed() && long.endsWith('…'));
});

test('the window is open for 24 hours', () => {
  const hourMs = 60 * 60_000;
  assert.equal(isWindowClosed(0, 23 * hourMs), false);
  assert.equal(isWindowClosed(0, 24 * hourMs), true);
  assert.equal(isWindowClosed(null, 24 * hourMs), false);
});
