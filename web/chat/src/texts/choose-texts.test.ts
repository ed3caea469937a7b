import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseTexts } from './choose-texts.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

test('the first language there are texts for is chosen', () => {
  assert.equal(chooseTexts(['fr-FR', 'zh-TW', 'en']), zh);
  assert.equal(chooseTexts(['en-GB', 'zh']), en);
  assert.equal(chooseTexts(['fr', 'de']), en);
  assert.equal(chooseTexts([]), en);
});

test('both languages have the same texts, none of them empty', () => {
  assert.deepEqual(Object.keys(zh).sort(), Object.keys(en).sort());
  for (const texts of [en, zh])
    for (const [name, text] of Object.entries(texts))
      if (typeof text === 'string') assert.notEqual(text.trim(), '', name);
});
