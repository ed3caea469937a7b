import { toSeconds } from '../../../lib/clock.ts';
import type { Reply } from '../../../runtime/index.ts';
import { chatUsage, isCutReply, textOfReply, toolCallsOf, urlCitations } from '../present-parts.ts';
import type { ChatCompletion } from './chat-schema.ts';

export type FinishReason = ChatCompletion['choices'][number]['finish_reason'];

export const finishReasonOf = (reply: Reply): FinishReason => {
  if (toolCallsOf(reply).length > 0) return 'tool_calls';
  return isCutReply(reply) ? 'length' : 'stop';
};

export const chatIdOf = (messageId: string): string => `chatcmpl-${messageId}`;

export const presentChat = (
  reply: Reply,
  { agentId, createdAtMs }: { agentId: string; createdAtMs: number },
): ChatCompletion => {
  const calls = toolCallsOf(reply);
  const text = textOfReply(reply);
  return {
    id: chatIdOf(reply.messageId),
    object: 'chat.completion',
    created: toSeconds(createdAtMs),
    model: agentId,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text === '' && calls.length > 0 ? null : text,
          refusal: null,
          annotations: urlCitations(reply),
          ...(calls.length > 0 ? { tool_calls: calls } : {}),
        },
        logprobs: null,
        finish_reason: finishReasonOf(reply),
      },
    ],
    usage: chatUsage(reply.usage),
    metadata: { conversation_id: reply.conversationId },
  };
};
