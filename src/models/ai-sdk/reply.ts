import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import { type FinishReason, ModelError, type ModelEvent, type ToolCall } from '../port.ts';
import type { ReportedUsage } from '../settle-usage.ts';
import type { ProviderData } from './prompt.ts';

type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;
type Thought = NonNullable<ProviderData['reasoning']>[number];

export interface SdkReply {
  /** The event of a part, if any. Throws the error of an error part. */
  take(part: LanguageModelV4StreamPart): ModelEvent | undefined;
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: ToolCall[];
  finish(): { reason: FinishReason; reported: ReportedUsage };
}

/** Google reports the kinds of input separately. */
const audioTokensOf = (raw: LanguageModelV4Usage['raw'], field: string): unknown => {
  const details = raw?.[field];
  if (!Array.isArray(details)) return undefined;
  const audio = details.find((detail) => (detail as { modality?: unknown } | null)?.modality === 'AUDIO');
  return (audio as { tokenCount?: unknown } | undefined)?.tokenCount;
};

const reportedOf = ({ inputTokens, outputTokens, raw }: LanguageModelV4Usage): ReportedUsage => ({
  promptTokens: inputTokens.total,
  promptCachedTokens: inputTokens.cacheRead,
  promptAudioTokens: audioTokensOf(raw, 'promptTokensDetails'),
  completionTokens: outputTokens.total,
  completionAudioTokens: audioTokensOf(raw, 'candidatesTokensDetails'),
  reasoningTokens: outputTokens.reasoning,
});

const reasonOf = ({ finishReason }: Finish): FinishReason => {
  const { unified } = finishReason;
  if (unified === 'interrupted') throw new ModelError('cut', 'The stream ended unexpectedly');
  return unified === 'error' ? 'other' : unified;
};

/** Converts one response of a provider package. */
export const createSdkReply = (provider: string, onProgress: () => void): SdkReply => {
  let [text, reasoning] = ['', ''];
  let finished: Finish | undefined;
  const toolCalls: ToolCall[] = [];
  const thoughts = new Map<string, Thought>();

  const think = (id: string, delta: string, metadata: Thought['metadata']): void => {
    const thought = thoughts.get(id) ?? { text: '' };
    thoughts.set(id, { text: thought.text + delta, metadata: metadata ?? thought.metadata });
  };

  const callOf = (part: Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>): ToolCall => {
    const signed = toolCalls.length === 0 ? [...thoughts.values()].filter((thought) => thought.metadata) : [];
    const call: ToolCall = { id: part.toolCallId, name: part.toolName, argumentsText: part.input || '{}' };
    if (signed.length > 0 || part.providerMetadata !== undefined) {
      const data: ProviderData = { provider, reasoning: signed, metadata: part.providerMetadata };
      call.providerData = data;
    }
    toolCalls.push(call);
    return call;
  };

  const take = (part: LanguageModelV4StreamPart): ModelEvent | undefined => {
    switch (part.type) {
      case 'text-delta':
        text += part.delta;
        return part.delta === '' ? undefined : { type: 'text-delta', text: part.delta };
      case 'reasoning-start':
      case 'reasoning-end':
        think(part.id, '', part.providerMetadata);
        return undefined;
      case 'reasoning-delta':
        think(part.id, part.delta, part.providerMetadata);
        reasoning += part.delta;
        return part.delta === '' ? undefined : { type: 'reasoning-delta', text: part.delta };
      case 'tool-input-start':
      case 'tool-input-delta':
        onProgress();
        return undefined;
      case 'tool-call':
        return { type: 'tool-call', call: callOf(part) };
      case 'error':
        throw part.error;
      case 'finish':
        finished = part;
        return undefined;
      default:
        return undefined;
    }
  };

  const finish = (): { reason: FinishReason; reported: ReportedUsage } => {
    if (finished === undefined) throw new ModelError('cut', 'The stream ended unexpectedly');
    return { reason: reasonOf(finished), reported: reportedOf(finished.usage) };
  };

  return {
    take,
    finish,
    toolCalls,
    get text() {
      return text;
    },
    get reasoning() {
      return reasoning;
    },
  };
};
