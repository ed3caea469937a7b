import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chargesOf } from './charges.ts';
import { addTokens, capUsage, noTokens, priceService, priceUsage, totalNano, type Usage } from './usage.ts';

const prices = {
  textInputPerMillion: '1',
  textOutputPerMillion: '2',
  audioInputPerMillion: '10',
  audioOutputPerMillion: '20',
  indexingPerMillion: '0',
  rerankPerMillion: '4',
  toolCallPerThousand: '0.001',
  tableCallPerThousand: '0',
};
const recognised = { ...noTokens(), promptTokens: 100, promptAudioTokens: 100 };
const synthesised = { ...noTokens(), completionTokens: 50, completionAudioTokens: 50 };
const chat = { ...noTokens(), promptTokens: 1000, completionTokens: 500 };

const usageOf = (): Usage => ({
  ...priceUsage([recognised, synthesised, chat].reduce(addTokens), prices),
  speech: { asr: { tokens: recognised, modelName: 'ear' }, tts: { tokens: synthesised, modelName: 'mouth' } },
});

const withServices = (): Usage => ({
  ...usageOf(),
  services: {
    rerank: { count: 250, nano: priceService('rerank', 250, prices), name: 'BGE-Rerank' },
    tool_call: { count: 2, nano: priceService('tool_call', 2, prices), name: 'tools' },
  },
});

test('speech is charged separately from the chat, and the parts add up to the total', () => {
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

test('services besides the model are separate charges, by tokens or by calls', () => {
  const charges = chargesOf(withServices(), prices, 'model');
  assert.deepEqual(charges.map(({ kind, modelName, nano }) => [kind, modelName, nano]).slice(3), [
    // 250 tokens at 4 credits per million, and 2 calls at 0.001 credits per thousand.
    ['rerank', 'BGE-Rerank', 1_000_000],
    ['tool_call', 'tools', 2000],
  ]);
  assert.equal(charges[3]?.tokens.promptTokens, 250);
  assert.equal(charges[4]?.tokens.calls, 2);
});

test('a usage that was capped to the available credits is charged no more', () => {
  for (const limit of [0, 500_000, 1_000_500, 1_500_000, 2_500_000, 3_900_000, 5_002_000, 9_000_000]) {
    const usage = capUsage(withServices(), limit);
    assert.equal(totalNano(usage), Math.min(limit, 5_002_000));
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
