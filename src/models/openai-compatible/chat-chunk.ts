import { ModelError, type ModelFailure } from '../port.ts';
import { messageOfError } from '../provider-failure.ts';
import type { ReportedUsage } from '../settle-usage.ts';

/** One `data:` line. Every field may be missing or of another type. */
export interface ChatChunk {
  choices?: ChatChoice[] | null;
  usage?: WireUsage | null;
  error?: unknown;
  object?: unknown;
}

export interface ChatChoice {
  delta?: ChatDelta | null;
  /** Servers that ignore `stream` send a whole message instead. */
  message?: ChatDelta | null;
  finish_reason?: string | null;
}

export interface ChatDelta {
  content?: string | ContentPart[] | null;
  reasoning_content?: string | null;
  reasoning?: string | null;
  refusal?: string | null;
  tool_calls?: ToolCallFragment[] | null;
}

export interface ContentPart {
  type?: string;
  text?: string;
  thinking?: { text?: string }[] | string;
}

export interface ToolCallFragment {
  index?: number;
  id?: string | null;
  function?: { name?: string | null; arguments?: unknown } | null;
}

interface WireUsage {
  prompt_tokens?: unknown;
  completion_tokens?: unknown;
  total_tokens?: unknown;
  prompt_tokens_details?: { cached_tokens?: unknown; audio_tokens?: unknown } | null;
  completion_tokens_details?: { reasoning_tokens?: unknown; audio_tokens?: unknown } | null;
}

export const reportedUsage = (usage: WireUsage): ReportedUsage => ({
  promptTokens: usage.prompt_tokens,
  promptAudioTokens: usage.prompt_tokens_details?.audio_tokens,
  promptCachedTokens: usage.prompt_tokens_details?.cached_tokens,
  completionTokens: usage.completion_tokens,
  completionAudioTokens: usage.completion_tokens_details?.audio_tokens,
  reasoningTokens: usage.completion_tokens_details?.reasoning_tokens,
  totalTokens: usage.total_tokens,
});

/** Statuses inside a stream are numbers, numbers in strings, or names. */
const failureOfError = (error: unknown): ModelFailure => {
  const { code, type, status } = (typeof error === 'object' && error !== null ? error : {}) as Record<
    string,
    unknown
  >;
  const named = [code, type, status].map(String).join(' ').toLowerCase();
  if (/\b429\b|rate_?limit|insufficient_quota|too many|resource_exhausted/.test(named)) return 'rate-limited';
  if (/\b408\b|timeout/.test(named)) return 'timeout';
  return /\b4\d\d\b|invalid|badrequest/.test(named) ? 'rejected' : 'server-error';
};

/** An error inside a stream that started successfully. */
export const errorInStream = (chunk: ChatChunk): ModelError | undefined => {
  const error = chunk.error ?? (chunk.object === 'error' ? chunk : undefined);
  if (error === undefined || error === null) return undefined;
  const message = (messageOfError(error) ?? 'no details').slice(0, 500);
  return new ModelError(failureOfError(error), `The server ended the stream with an error: ${message}`);
};
