import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalLanguage, languageCandidates } from './language-tags.ts';

test('tags get their canonical form', () => {
  for (const [tag, expected] of [
    ['pt-br', 'pt-BR'],
    ['ZH-hant-tw', 'zh-Hant-TW'],
    ['iw', 'he'],
    ['de-u-co-phonebk', 'de'],
  ] as const)
    assert.equal(canonicalLanguage(tag), expected);
});

test('a tag is followed by its script and its language', () => {
  assert.deepEqual(languageCandidates('pt-BR'), ['pt-BR', 'pt-Latn', 'pt']);
  assert.deepEqual(languageCandidates('zh-TW'), ['zh-TW', 'zh-Hant', 'zh']);
  assert.deepEqual(languageCandidates('zh_TW'), ['zh-TW', 'zh-Hant', 'zh']);
  assert.deepEqual(languageCandidates('zh'), ['zh', 'zh-Hans', 'zh']);
});

test('an invalid language tag has neither', () => {
  for (const tag of ['', '-', '*', 'e', 'pt-', '{en}', '../../etc/passwd', '\0', 'x'.repeat(100_000), 'en '])
    assert.deepEqual([canonicalLanguage(tag), languageCandidates(tag)], [undefined, []], tag.slice(0, 20));
});
