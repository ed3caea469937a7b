import { toSeconds } from '../../lib/clock.ts';
import type { Reply, Runtime, SendInput } from '../../runtime/index.ts';
import type { RouteReply } from '../route.ts';
import { sendEventStream } from './sse.ts';

/** What a send-message call answers depends on its mode only; `present` shows a blocking reply. */
export const respond = async <Shown>(
  reply: RouteReply,
  runtime: Runtime,
  input: SendInput,
  present: (reply: Reply) => Shown,
) => {
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
  return present(await runtime.replyOf(sent.messageId));
};
