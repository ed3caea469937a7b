import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createVocabularyBuilder } from './vocabulary.ts';

const bytes = fc.string({
  unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 255,
});

test('each token has its rank inside any text, and other bytes have none', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(bytes, { minLength: 1, maxLength: 300 }),
      bytes,
      bytes,
      (all, before, after) => {
        const tokens = all.slice(0, Math.ceil(all.length / 2));
        const builder = createVocabularyBuilder(tokens.length);
        for (const [rank, token] of tokens.entries())
          builder.add(Buffer.from(token, 'latin1'), token.length, rank);
        const { rankOf, longestBytes } = builder.build();
        assert.equal(longestBytes, Math.max(...tokens.map((token) => token.length)));
        for (const token of all) {
          const text = `${before}${token}${after}`;
          const rank = rankOf(text, before.length, before.length + token.length);
          assert.equal(rank, tokens.indexOf(token));
        }
      },
    ),
    { numRuns: 50 },
  );
});

test('a token that is too long is refused', () => {
  assert.throws(() => createVocabularyBuilder(1).add(new Uint8Array(256), 256, 0), /at most 255 bytes/);
});

test('a rank outside the vocabulary is refused', () => {
  assert.throws(() => createVocabularyBuilder(1).add(new Uint8Array(1), 1, 1), /rank 1 is not below 1/);
});
