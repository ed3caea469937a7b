import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { estimatePromptTokens, estimateUsage } from './estimate-tokens.ts';
import type { ModelMessage } from './port.ts';
import { type ReportedUsage, settleUsage } from './settle-usage.ts';

const countTokens = (text: string): number => text.length;
const messages: ModelMessage[] = [{ role: 'user', parts: [{ type: 'text', text: 'hello' }] }];
const request = { messages, tools: [] };
const produced = { text: 'hi you', reasoning: 'hm', toolCalls: [] };
const settle = (reported: ReportedUsage | undefined, made = produced) =>
  settleUsage(reported, request, made, countTokens);
const counted = estimateUsage(request, produced, countTokens);

describe('plausible figures are used', () => {
  for (const [what, reported, prompt, completion] of [
    ['exact total', { promptTokens: 10, completionTokens: 5, totalTokens: 15 }, 10, 5],
    ['no total', { promptTokens: 10, completionTokens: 5 }, 10, 5],
    ['a total a little off', { promptTokens: 1000, completionTokens: 500, totalTokens: 1530 }, 1000, 500],
    [
      'reasoning only in the total',
      { promptTokens: 10, completionTokens: 5, reasoningTokens: 90, totalTokens: 105 },
      10,
      95,
    ],
  ] as const) {
    it(what, () => {
      const usage = settle(reported);
      assert.deepEqual(
        [usage.promptTokens, usage.completionTokens, usage.estimated],
        [prompt, completion, false],
      );
    });
  }

  it('an empty reply may cost nothing', () => {
    const usage = settle(
      { promptTokens: 10, completionTokens: 0 },
      { text: '', reasoning: '', toolCalls: [] },
    );
    assert.deepEqual([usage.completionTokens, usage.estimated], [0, false]);
  });

  it('a part larger than its total is reduced to it', () => {
    const usage = settle({
      promptTokens: 10,
      completionTokens: 5,
      promptCachedTokens: 99,
      reasoningTokens: -1,
    });
    assert.deepEqual([usage.promptCachedTokens, usage.reasoningTokens], [10, 0]);
  });
});

describe('implausible figures are replaced by a count', () => {
  for (const [what, reported, prompt, completion] of [
    ['nothing reported', undefined, counted.promptTokens, counted.completionTokens],
    ['negative prompt', { promptTokens: -1, completionTokens: 5 }, counted.promptTokens, 5],
    ['prompt of nothing', { promptTokens: 0, completionTokens: 5 }, counted.promptTokens, 5],
    [
      'completion that is no number',
      { promptTokens: 10, completionTokens: Number.NaN },
      10,
      counted.completionTokens,
    ],
    [
      'completion of nothing for a text',
      { promptTokens: 10, completionTokens: 0 },
      10,
      counted.completionTokens,
    ],
    [
      'half tokens',
      { promptTokens: 1.5, completionTokens: 2.5 },
      counted.promptTokens,
      counted.completionTokens,
    ],
    [
      'a total far from its parts',
      { promptTokens: 10, completionTokens: 5, totalTokens: 4000 },
      counted.promptTokens,
      counted.completionTokens,
    ],
  ] as const) {
    it(what, () => {
      const usage = settle(reported);
      assert.deepEqual(
        [usage.promptTokens, usage.completionTokens, usage.estimated],
        [prompt, completion, true],
      );
    });
  }
});

describe('counting a prompt', () => {
  it('counts texts, tools, calls and files', () => {
    const plain = estimatePromptTokens(messages, [], countTokens);
    const longer = (more: ModelMessage, tools = 0): number =>
      estimatePromptTokens([...messages, more], [], countTokens) - plain - tools;
    assert.ok(plain >= 'hello'.length);
    assert.ok(longer({ role: 'system', text: 'abc' }) >= 3);
    assert.ok(
      longer({
        role: 'assistant',
        text: '',
        toolCalls: [{ id: '1', name: 'look', argumentsText: '{"a":1}' }],
      }) >= 11,
    );
    const bytes = new Uint8Array(16_000);
    for (const type of ['image', 'audio', 'document'] as const) {
      assert.ok(longer({ role: 'user', parts: [{ type, mediaType: 'x/y', name: 'f', bytes }] }) > 4);
    }
    const tool = { name: 'look', description: 'Looks', parameters: { type: 'object' } };
    assert.ok(estimatePromptTokens(messages, [tool], countTokens) > plain + 'lookLooks'.length);
  });

  it('counts audio separately', () => {
    const audio: ModelMessage = {
      role: 'user',
      parts: [{ type: 'audio', mediaType: 'audio/mpeg', name: 'a', bytes: new Uint8Array(16_000) }],
    };
    assert.equal(
      estimateUsage({ messages: [audio], tools: [] }, produced, countTokens).promptAudioTokens,
      10,
    );
  });
});
