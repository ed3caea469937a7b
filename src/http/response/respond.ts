import { toSeconds } from '../../lib/clock.ts';
import type { Reply, Runtime, SendInput } from '../../runtime/index.ts';
import type { RouteReply } from '../route.ts';
import { sendEventStream } from './sse.ts';

interface Sent {
  conversation_id: string;
  message_id: string;
  answer_id: string;
  create_time: number;
}

/** The response of a send-message call depends only on its response mode. `present` formats a blocking reply. */
export const respond = async <Shown extends Sent>(
  reply: RouteReply,
  runtime: Runtime,
  input: SendInput,
  present: (reply: Reply) => Shown,
): Promise<RouteReply | Shown> => {
  const sent = await runtime.send(input);
  if (input.mode === 'streaming') {
    await sendEventStream(reply, await runtime.feed(sent.messageId), { version: input.apiVersion });
    return reply;
  }
  if (input.mode === 'webhook') {
    const accepted: Sent = {
      conversation_id: sent.conversationId,
      message_id: sent.messageId,
      answer_id: sent.answerId,
      create_time: toSeconds(sent.createdAtMs),
    };
    // All other fields are optional in the schemas. As a type of its own it would let every `Shown` pass the comparison
    // of handlers with their schemas: an object with more fields is also a `Sent`.
    return accepted as Shown;
  }
  return present(await runtime.replyOf(sent.messageId));
};
