import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { messageParts, messagesFolder } from '../../../scripts/messages/message-types.ts';
import { messageValues } from '../../../web/messages/message-values.ts';
import { cataloguedLanguages, readCatalogue } from '../../../web/messages/read-catalogue.ts';
import { hardCodedText } from './hard-coded-text.ts';

const root = join(import.meta.dirname, '../../..');

const sourcesOf = (part: string, pattern: string): { path: string; text: string }[] =>
  globSync(`web/${part}/src/${pattern}`, { cwd: root })
    .filter((path) => !path.endsWith('.test.ts') && !path.endsWith('messages/generated.ts'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** The plural categories that a message must distinguish in a language, such as `few` and `many` in Russian. */
const missingCategories = (language: string, text: string): string[] => {
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  // Only numbers far beyond a million need "many" in French, Italian, Portuguese and Spanish.
  const isRare = (category: string): boolean =>
    category === 'many' && ['es', 'fr', 'it', 'pt'].includes(language);
  return parse(text, { captureLocation: false }).flatMap((element) =>
    element.type === TYPE.plural
      ? needed.filter((category) => !(category in element.options) && !isRare(category))
      : [],
  );
};

for (const part of messageParts) {
  const folder = messagesFolder(part);
  const english = readCatalogue(folder, 'en');

  test(`${part}: every English message is used`, () => {
    const sources = sourcesOf(part, '**/*.{ts,tsx}').map(({ text }) => text);
    const unused = Object.keys(english).filter((key) => !sources.some((text) => text.includes(`'${key}'`)));
    assert.deepEqual(unused, []);
  });

  test(`${part}: the components have no text of their own`, () => {
    assert.deepEqual(
      sourcesOf(part, '**/*.tsx').flatMap(({ path, text }) => hardCodedText(path, text)),
      [],
    );
  });

  for (const language of cataloguedLanguages(folder))
    test(`${part}: ${language} has every message, with the values of the English one`, () => {
      const messages = readCatalogue(folder, language);
      assert.deepEqual(Object.keys(messages), Object.keys(english));
      for (const [key, text] of Object.entries(messages)) {
        assert.notEqual(text.trim(), '', key);
        assert.deepEqual([...messageValues(text)], [...messageValues(english[key]!)], key);
        assert.deepEqual(missingCategories(language, text), [], `${key} lacks plural forms`);
      }
    });
}

for (const source of [
  'const a = <p>Hello</p>;',
  'const a = <Button label="Save" />;',
  "const a = <p>{isOpen ? 'Close' : t('open')}</p>;",
  'const a = <Field description={`At most ` + count} hint={`Files`} />;',
])
  test(`hard-coded text is found: ${source}`, () => assert.equal(hardCodedText('a.tsx', source).length, 1));

for (const source of [
  "const a = <p>{t('hello')} · {name}</p>;",
  'const a = <Button kind="primary" label={label} />;',
  "const a = <p>{list.join(', ')}</p>;",
])
  test(`no hard-coded text: ${source}`, () => assert.deepEqual(hardCodedText('a.tsx', source), []));
