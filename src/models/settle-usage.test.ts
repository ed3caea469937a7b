import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countInPortions, estimatePromptTokens, estimateUsage } from './estimate-tokens.ts';
import type { ModelMessage } from './port.ts';
import { type ReportedUsage, settleUsage } from './settle-usage.ts';

const countTokens = (text: string): number => text.length;
const messages: ModelMessage[] = [{ role: 'user', parts: [{ type: 'text', text: 'hello' }] }];
const request = { messages, tools: [] };
const produced = { text: 'hi you', reasoning: 'hm', toolCalls: [] };
const settle = (reported: ReportedUsage | undefined, made = produced) =>
  settleUsage(reported, request, made, countTokens);
const counted = await estimateUsage(request, produced, countTokens);

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
    it(what, async () => {
      const usage = await settle(reported);
      assert.deepEqual(
        [usage.promptTokens, usage.completionTokens, usage.estimated],
        [prompt, completion, false],
      );
    });
  }

  it('an empty reply may cost nothing', async () => {
    const usage = await settle(
      { promptTokens: 10, completionTokens: 0 },
      { text: '', reasoning: '', toolCalls: [] },
    );
    assert.deepEqual([usage.completionTokens, usage.estimated], [0, false]);
  });

  it('a part larger than its total is reduced to it', async () => {
    const usage = await settle({
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
    it(what, async () => {
      const usage = await settle(reported);
      assert.deepEqual(
        [usage.promptTokens, usage.completionTokens, usage.estimated],
        [prompt, completion, true],
      );
    });
  }
});

describe('counting a prompt', () => {
  it('counts texts, tools, calls and files', async () => {
    const plain = await estimatePromptTokens(messages, [], countTokens);
    const longer = async (more: ModelMessage): Promise<number> =>
      (await estimatePromptTokens([...messages, more], [], countTokens)) - plain;
    assert.ok(plain >= 'hello'.length);
    assert.ok((await longer({ role: 'system', text: 'abc' })) >= 3);
    assert.ok(
      (await longer({
        role: 'assistant',
        text: '',
        toolCalls: [{ id: '1', name: 'look', argumentsText: '{"a":1}' }],
      })) >= 11,
    );
    const bytes = new Uint8Array(16_000);
    for (const type of ['image', 'audio', 'document'] as const) {
      assert.ok((await longer({ role: 'user', parts: [{ type, mediaType: 'x/y', name: 'f', bytes }] })) > 4);
    }
    const tool = { name: 'look', description: 'Looks', parameters: { type: 'object' } };
    assert.ok((await estimatePromptTokens(messages, [tool], countTokens)) > plain + 'lookLooks'.length);
  });

  it('counts audio separately', async () => {
    const audio: ModelMessage = {
      role: 'user',
      parts: [{ type: 'audio', mediaType: 'audio/mpeg', name: 'a', bytes: new Uint8Array(16_000) }],
    };
    assert.equal(
      (await estimateUsage({ messages: [audio], tools: [] }, produced, countTokens)).promptAudioTokens,
      10,
    );
  });

  it('divides a long text before spaces, and lets other work run meanwhile', async () => {
    const counted: string[] = [];
    let turns = 0;
    const watch = (): void => {
      turns += 1;
      watching = setImmediate(watch);
    };
    let watching = setImmediate(watch);
    const text = `${'word '.repeat(20_000)}${'😀'.repeat(40_000)}`;
    const tokens = await countInPortions(
      ['short', text],
      (portion) => counted.push(portion) && portion.length,
    );
    clearImmediate(watching);
    assert.equal(tokens, 5 + text.length);
    assert.equal(counted.join(''), `short${text}`);
    assert.ok(counted.every((portion) => portion.length <= 32_768 && portion.isWellFormed()));
    assert.ok(counted.slice(2, 4).every((portion) => portion.startsWith(' word')));
    assert.ok(turns >= 4, `${turns} turns`);
  });
});
