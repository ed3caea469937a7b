import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');

/** What only src/lib/language may contain, because there is one implementation of each. */
const reserved: [what: string, pattern: RegExp][] = [
  ['a segmenter', /\bIntl\s*\.\s*Segmenter\s*\(/],
  ['a stemmer', /(?:from|import)\s*\(?\s*['"][^'"]*(?:stemmer|snowball|\bporter)/i],
  ['a list of abbreviations', /\b[Mm]rs?\s*['"|,]/],
  // A character class with the full stops of Latin and Chinese, or with all three Latin signs, and a quantifier or a
  // look-around after it: every sentence splitter contains one.
  ['a sentence splitter', /\[(?!\^)[^\]\n]*(?:\.!\?|。！？)[^\]\n]*\](?:\+|\)\\s|[^$\n]{0,20}\(\?=\\s)/],
];

const faultsOf = (path: string, text: string): string[] =>
  reserved.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${path} has ${what} of its own`);

test('only src/lib/language finds sentences, words and stems', () => {
  const paths = globSync(['src/**/*.ts', 'web/**/src/**/*.{ts,tsx}'], { cwd: root }).filter(
    (path) => !path.startsWith('src/lib/language/') && !path.endsWith('.test.ts'),
  );
  assert.ok(paths.length > 0);
  assert.deepEqual(
    paths.flatMap((path) => faultsOf(path, readFileSync(join(root, path), 'utf8'))),
    [],
  );
});

for (const line of [
  "const words = new Intl.Segmenter('th', { granularity: 'word' });",
  "import { stemmer } from '@orama/stemmers/english';",
  'const abbreviation = /(?:Mr|Mrs|Dr)\\.$/;',
  'const ends = /[.!?…]["\\)]*(?=\\s|$)/gu;',
  'const ends = /[。！？]+/gu;',
  'text.split(/(?<=[.!?;])\\s+/u);',
])
  test(`refused: ${line}`, () => assert.equal(faultsOf('src/memory/x.ts', line).length, 1));

test('texts are normalized by normalizeText, in linear time', () => {
  // Passwords and e-mail addresses are short, and no two of them may become equal.
  const exact = ['src/accounts/normalize-email.ts', 'src/auth/secrets.ts'];
  const paths = globSync('src/**/*.ts', { cwd: root }).filter(
    (path) =>
      !path.endsWith('.test.ts') &&
      /\.normalize\(\s*(?:'NF|form\b)/.test(readFileSync(join(root, path), 'utf8')),
  );
  assert.deepEqual(paths.sort(), [...exact, 'src/lib/language/normalize-text.ts']);
});
