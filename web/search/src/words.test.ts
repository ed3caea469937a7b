import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatLanguages } from '../../messages/chat-languages.ts';
import { words } from './words.ts';

test('every language has every text, and no text more', () => {
  const count = Object.keys(words.en).length;
  for (const language of chatLanguages) {
    const texts = Object.values(words[language]);
    assert.equal(texts.length, count, language);
    for (const text of texts) assert.ok(text !== undefined && text.trim() === text && text !== '', language);
    assert.ok(!texts.some((text) => text.includes('|')), language);
  }
});
