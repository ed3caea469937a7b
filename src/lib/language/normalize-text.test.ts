import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeText } from './normalize-text.ts';

test('texts with up to 30 marks on a letter are normalized as usual', () => {
  for (const text of ['Crème brûlée', 'ｶﾞｷﾞ', 'ﬁ ① Å', `a${'\u0301\u0323'.repeat(15)}b`, 'กำ', '안녕', ''])
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
      assert.equal(normalizeText(text, form), text.normalize(form));
});

test('only the first 30 marks on a letter are kept, also if they become marks by normalization', () => {
  const marksOf = (text: string): number => text.match(/\p{M}/gu)?.length ?? 0;
  for (const pair of ['\u0301\u0323', '\uFF9E\u0301', '\u{1D165}\u0301']) {
    const folded = normalizeText(`a${pair.repeat(50_000)}b${pair.repeat(50_000)}`, 'NFKD');
    assert.equal(marksOf(folded), 60, JSON.stringify(pair));
    assert.match(folded, /^a[^b]*b[^b]*$/u);
  }
});
