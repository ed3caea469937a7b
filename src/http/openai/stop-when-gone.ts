import type { FastifyReply } from 'fastify';
import type { Runtime } from '../../runtime/index.ts';

/**
 * Clients of this protocol stop a reply by closing the connection, so the round is stopped: its text so far is stored
 * and charged. With an Idempotency-Key it goes on, because the client will repeat the call. Returns a function to call
 * when the reply is complete.
 */
export const stopWhenGone = (
  reply: FastifyReply,
  { stopRound }: Pick<Runtime, 'stopRound'>,
  { messageId, isRepeatable }: { messageId: string; isRepeatable: boolean },
): (() => void) => {
  if (isRepeatable) return () => {};
  const { raw } = reply;
  const onClose = (): void =>
    void stopRound(messageId).catch((err) =>
      reply.log.warn({ err, messageId }, 'a round could not be stopped'),
    );
  if (raw.destroyed || raw.socket?.destroyed) onClose();
  else raw.once('close', onClose);
  return () => raw.off('close', onClose);
};
