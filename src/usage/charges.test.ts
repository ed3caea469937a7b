import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chargesOf } from './charges.ts';
import { addTokens, capUsage, noTokens, priceUsage, totalNano, type Usage } from './usage.ts';

const prices = {
  textInputPerMillion: '1',
  textOutputPerMillion: '2',
  audioInputPerMillion: '10',
  audioOutputPerMillion: '20',
};
const heard = { ...noTokens(), promptTokens: 100, promptAudioTokens: 100 };
const spoken = { ...noTokens(), completionTokens: 50, completionAudioTokens: 50 };
const chat = { ...noTokens(), promptTokens: 1000, completionTokens: 500 };

const usageOf = (): Usage => ({
  ...priceUsage([heard, spoken, chat].reduce(addTokens), prices),
  speech: { asr: { tokens: heard, modelName: 'ear' }, tts: { tokens: spoken, modelName: 'mouth' } },
});

test('speech is charged beside the chat, and the parts add up to the whole', () => {
  const charges = chargesOf(usageOf(), prices, 'model');
  assert.deepEqual(
    charges.map(({ kind, modelName, nano }) => [kind, modelName, nano]),
    [
      ['chat', 'model', 2_000_000],
      ['asr', 'ear', 1_000_000],
      ['tts', 'mouth', 1_000_000],
    ],
  );
  assert.deepEqual(charges[0]?.tokens, chat);
});

test('a usage that was cut to the credits at hand is charged no more than that', () => {
  for (const limit of [0, 500_000, 1_500_000, 2_500_000, 3_900_000]) {
    const usage = capUsage(usageOf(), limit);
    const charges = chargesOf(usage, prices, 'model');
    assert.equal(
      charges.reduce((sum, { nano }) => sum + nano, 0),
      totalNano(usage),
    );
    assert.ok(charges.every(({ nano }) => nano >= 0));
  }
});

test('a round without speech has one charge', () => {
  assert.deepEqual(
    chargesOf(priceUsage(chat, prices), prices, 'model').map(({ kind }) => kind),
    ['chat'],
  );
});
