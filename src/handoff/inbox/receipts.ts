import type { Database, Handle } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { createRateLimiter } from '../../lib/rate-limiter.ts';
import { findMessage } from '../handoff-conversation-store.ts';
import type { HumanSessionRow } from '../human-session.ts';
import { findHumanSession, lockHumanSessions } from '../human-session-store.ts';
import type { UpdateSession } from '../update-session.ts';
import { findUserMessage } from './receipt-store.ts';

interface ReceiptDependencies {
  db: Database;
  clock: Clock;
  update: UpdateSession;
}

interface SeenReply {
  conversationId: string;
  messageId: string;
}

/** A page reports the newest reply once. A user may have several pages. */
const perMinute = 60;

/**
 * Which messages the other side has seen. Each side has one mark per session, at the newest message that it has seen, which only
 * moves forward. Callers name a message, so a mark cannot be beyond the newest one.
 */
export const createReceipts = ({ db, clock, update }: ReceiptDependencies) => {
  const limiter = createRateLimiter(clock);

  const findSeen = async (handle: Handle, { conversationId, messageId }: SeenReply) => {
    const message = await findMessage(handle, messageId);
    if (message?.conversation_id !== conversationId || message.sender !== 'human')
      throw new AppError('invalidParameter', 'message_id: must be a reply of a person in this conversation');
    const session = await findHumanSession(handle, message.session_id);
    const isNew = session?.backend === 'inbox' && message.position > session.seen_position;
    return { message, session: isNew ? session : undefined };
  };

  return {
    /**
     * The user's chat has displayed a reply. Also after the end of the session, because the user may return later. Has no effect
     * for replies of a human service.
     */
    seenByUser: async (seen: SeenReply): Promise<void> => {
      const { conversationId } = seen;
      const waitMs = await limiter.take(conversationId, perMinute);
      if (waitMs > 0)
        throw new AppError('rateLimited', `Too many read receipts: at most ${perMinute} a minute`, {
          retryAfterSeconds: Math.ceil(waitMs / 1000),
        });
      if (!(await findSeen(db.query, seen)).session) return;
      await db.transaction(async (tx) => {
        await lockHumanSessions(tx, conversationId);
        const { message, session } = await findSeen(tx, seen);
        if (!session) return;
        await update(tx, session, { seen_position: message.position, seen_message_id: message.id });
      });
      await db.durable();
    },

    /**
     * An operator has read the messages of the user up to `messageId`, or all without it. Has no effect if a colleague has the
     * session, who has not read them. So the user sees a message as read when it is not unread in the queue any more. The caller
     * holds the lock.
     */
    readByOperator: async (
      tx: Handle,
      session: HumanSessionRow,
      { operatorId, messageId }: { operatorId: string; messageId: string | undefined },
    ): Promise<HumanSessionRow> => {
      const read = await findUserMessage(tx, { conversationId: session.conversation_id, messageId });
      if (messageId !== undefined && !read.id)
        throw new AppError(
          'invalidParameter',
          'messageId: must be a message of the user in this conversation',
        );
      const isColleagues = session.assignee_id !== null && session.assignee_id !== operatorId;
      if (isColleagues || session.unread === 0) return session;
      const unread = Math.min(session.unread, read.laterCount);
      const isLater = read.sequence > session.read_sequence;
      if (unread === session.unread && !isLater) return session;
      return update(tx, session, {
        unread,
        ...(isLater && { read_sequence: read.sequence, read_message_id: read.id }),
      });
    },
  };
};
