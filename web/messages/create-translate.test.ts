import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileMessage } from './compile-message.ts';
import { createTranslate } from './create-translate.ts';

const translate = (language: string, text: string, values: Record<string, string | number> = {}): string =>
  createTranslate<{ key: Record<string, string | number> }>(language, { key: compileMessage(text) })(
    'key',
    values,
  );

test('a message without values is its text', () => {
  assert.equal(translate('en', 'Send'), 'Send');
  assert.equal(translate('en', "It''s '{here}'"), "It's {here}");
});

test('plurals follow the rules of the language', () => {
  const russian = '{count, plural, one {# файл} few {# файла} many {# файлов} other {# файла}}';
  assert.deepEqual(
    [1, 3, 5, 21].map((count) => translate('ru', russian, { count })),
    ['1 файл', '3 файла', '5 файлов', '21 файл'],
  );
});

test('braces and markup in values are shown as they are', () => {
  const name = "{count, plural, other {#}} <b>bold</b> '{x}'";
  assert.equal(translate('en', 'Remove {name}', { name }), `Remove ${name}`);
});

test('a missing message is an error that names its key', () => {
  const translator = createTranslate<{ gone: undefined }>('en', {});
  assert.throws(() => translator('gone'), /"gone"/);
});
