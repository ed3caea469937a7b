import { type FinishReason, ModelError, type ModelEvent, type OnModelEvent, type ToolCall } from '../port.ts';
import type { ReportedUsage } from '../settle-usage.ts';
import { type ChatChunk, type ChatDelta, errorInStream, reportedUsage } from './chat-chunk.ts';
import { createToolCallAssembly } from './tool-call-assembly.ts';

const finishReasons: ReadonlyMap<string, FinishReason> = new Map([
  ['stop', 'stop'],
  ['eos', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['tool_calls', 'tool-calls'],
  ['function_call', 'tool-calls'],
  ['content_filter', 'content-filter'],
]);

export interface ChatReply {
  /** Reads one `data:` line. */
  take(data: string): void;
  /** Passes on the deltas since the last call, together. */
  drain(onEvent: OnModelEvent): void;
  /** The server sent the end of the stream. */
  readonly sawDone: boolean;
  /** The reply is complete, even if the stream ends here. */
  readonly isWhole: boolean;
  readonly text: string;
  readonly reasoning: string;
  readonly usage: ReportedUsage | undefined;
  /** The assembled tool calls and why the model stopped. */
  finish(): { toolCalls: ToolCall[]; reason: FinishReason };
}

const parse = (data: string): ChatChunk => {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (cause) {
    throw new ModelError('garbage', 'A line of the stream is not JSON', { cause });
  }
  if (typeof value !== 'object' || value === null)
    throw new ModelError('garbage', 'A line of the stream is not an object');
  return value;
};

/** Content is a string, or on a few servers a list of parts that includes reasoning. */
const contentOf = (delta: ChatDelta): { text: string; reasoning: string } => {
  let text = typeof delta.content === 'string' ? delta.content : '';
  let reasoning = delta.reasoning_content ?? delta.reasoning ?? '';
  if (Array.isArray(delta.content)) {
    for (const part of delta.content) {
      if (typeof part.text === 'string') text += part.text;
      else if (typeof part.thinking === 'string') reasoning += part.thinking;
      else for (const thought of part.thinking ?? []) reasoning += thought.text ?? '';
    }
  }
  if (delta.refusal) text += delta.refusal;
  return { text, reasoning: typeof reasoning === 'string' ? reasoning : '' };
};

/** Reads one streamed reply. */
export const createChatReply = (onProgress: () => void): ChatReply => {
  const toolCalls = createToolCallAssembly();
  let [text, reasoning] = ['', ''];
  let [newText, newReasoning] = ['', ''];
  let finishReason: string | undefined;
  let usage: ReportedUsage | undefined;
  let [sawDone, sawToolCall] = [false, false];
  let events: ModelEvent[] = [];

  const flushText = (): void => {
    if (newText !== '') events.push({ type: 'text-delta', text: newText });
    text += newText;
    newText = '';
  };
  const flushReasoning = (): void => {
    if (newReasoning !== '') events.push({ type: 'reasoning-delta', text: newReasoning });
    reasoning += newReasoning;
    newReasoning = '';
  };

  const takeDelta = (delta: ChatDelta): void => {
    const content = contentOf(delta);
    if (content.reasoning !== '') {
      flushText();
      newReasoning += content.reasoning;
    }
    if (content.text !== '') {
      flushReasoning();
      newText += content.text;
    }
    if (!delta.tool_calls) return;
    for (const fragment of delta.tool_calls) toolCalls.add(fragment);
    sawToolCall = true;
    onProgress();
  };

  const take = (data: string): void => {
    if (data === '[DONE]') {
      sawDone = true;
      return;
    }
    const chunk = parse(data);
    const error = errorInStream(chunk);
    if (error !== undefined) throw error;
    if (chunk.usage) usage = reportedUsage(chunk.usage);
    // Only one choice was requested. The last chunk with the usage has none.
    const choice = chunk.choices?.[0];
    if (!choice) return;
    const delta = choice.delta ?? choice.message;
    if (delta) takeDelta(delta);
    if (choice.finish_reason) finishReason = choice.finish_reason;
  };

  const drain = (onEvent: OnModelEvent): void => {
    flushReasoning();
    flushText();
    if (events.length === 0) return;
    const drained = events;
    events = [];
    for (const event of drained) onEvent(event);
  };

  const finish = (): { toolCalls: ToolCall[]; reason: FinishReason } => {
    const named =
      finishReason === undefined ? 'stop' : (finishReasons.get(finishReason.toLowerCase()) ?? 'other');
    // Several servers end a message with tool calls with "stop".
    const reason = sawToolCall && named === 'stop' ? 'tool-calls' : named;
    return { toolCalls: toolCalls.finished(), reason };
  };

  return {
    take,
    drain,
    finish,
    get sawDone() {
      return sawDone;
    },
    get isWhole() {
      return sawDone || finishReason !== undefined;
    },
    get text() {
      return text;
    },
    get reasoning() {
      return reasoning;
    },
    get usage() {
      return usage;
    },
  };
};
