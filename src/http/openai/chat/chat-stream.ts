import { toSeconds } from '../../../lib/clock.ts';
import type { Reply } from '../../../runtime/index.ts';
import type { StreamWriter } from '../follow-feed.ts';
import { openAiFailureOf } from '../openai-error.ts';
import { chatUsage, textOfReply, toolCallsOf, urlCitations } from '../present-parts.ts';
import { chatIdOf, finishReasonOf } from './present-chat.ts';

interface ChatStreamOptions {
  messageId: string;
  agentId: string;
  createdAtMs: number;
  includeUsage: boolean;
}

const event = (json: string): string => `data: ${json}\n\n`;

/** Chunks of a chat completion. Text is written at once; tool calls, citations and usage are known at the end. */
export const createChatWriter = (options: ChatStreamOptions): StreamWriter => {
  const head = JSON.stringify({
    id: chatIdOf(options.messageId),
    object: 'chat.completion.chunk',
    created: toSeconds(options.createdAtMs),
    model: options.agentId,
  }).slice(0, -1);
  // With usage, every chunk has the field, which is null before the last one.
  const tail = options.includeUsage ? ',"usage":null}' : '}';
  const chunk = (delta: string, finishReason: string | null = null): string =>
    event(
      `${head},"choices":[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${JSON.stringify(finishReason)}}]${tail}`,
    );
  const text = (delta: string): string => chunk(`{"content":${JSON.stringify(delta)}}`);
  const calls = (reply: Reply): string =>
    toolCallsOf(reply)
      .map((call, index) => chunk(JSON.stringify({ tool_calls: [{ index, ...call }] })))
      .join('');
  const citations = (reply: Reply): string => {
    const annotations = urlCitations(reply);
    return annotations.length === 0 ? '' : chunk(JSON.stringify({ annotations }));
  };
  const usage = (reply: Reply): string =>
    options.includeUsage
      ? event(`${head},"choices":[],"usage":${JSON.stringify(chatUsage(reply.usage))}}`)
      : '';

  return {
    start: () => chunk('{"role":"assistant","content":"","refusal":null}'),
    text,
    end: (reply, streamed) => {
      const whole = textOfReply(reply);
      const rest = whole.startsWith(streamed) ? whole.slice(streamed.length) : '';
      return [
        rest === '' ? '' : text(rest),
        calls(reply),
        citations(reply),
        chunk('{}', finishReasonOf(reply)),
        usage(reply),
        event('[DONE]'),
      ].join('');
    },
    failure: (failure) => event(JSON.stringify(openAiFailureOf(failure))),
  };
};
