import type { FastifyReply } from 'fastify';
import { toSeconds } from '../lib/clock.ts';
import { presentReply, type Runtime, type SendInput } from '../runtime/index.ts';
import { sendEventStream } from './sse.ts';

/** One engine, three sinks: what a send-message call answers depends on its mode only. */
export const respond = async (reply: FastifyReply, runtime: Runtime, input: SendInput): Promise<unknown> => {
  const sent = await runtime.send(input);
  if (input.mode === 'streaming') {
    await sendEventStream(reply, await runtime.feed(sent.messageId), { version: input.apiVersion });
    return reply;
  }
  if (input.mode === 'webhook')
    return {
      conversation_id: sent.conversationId,
      message_id: sent.messageId,
      answer_id: sent.answerId,
      create_time: toSeconds(sent.createdAtMs),
    };
  return presentReply(input.apiVersion, await runtime.replyOf(sent.messageId));
};
