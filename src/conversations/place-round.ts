import { type Handle, storeTogether } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';
import { insertingRound, type NewRoundDetails, type Round } from '../rounds/index.ts';
import type { KnownConversation } from './known-conversations.ts';
import { takingSequence } from './store.ts';
import { makeSubject } from './subject.ts';

interface NewRound extends NewRoundDetails {
  round: Omit<Round, 'sequence'>;
  /** No statement follows in the transaction. */
  isLast: boolean;
}

/**
 * Stores a round as the newest of its conversation and returns its number. Nothing is stored if the conversation was deleted or
 * now belongs to somebody else.
 */
export const placeRound = async (
  tx: Handle,
  { id, userId, visitorId, isUserClaimed }: KnownConversation,
  { round, owner, questionText, isLast }: NewRound,
): Promise<number> => {
  const sequence = await storeTogether(tx, {
    first: takingSequence({
      id,
      userId,
      visitorId,
      userClaimed: isUserClaimed ? 1 : 0,
      nowMs: round.createdAtMs,
      subject: makeSubject(questionText),
    }),
    column: 'message_count',
    others: [insertingRound(tx, round, { owner, questionText })],
    isLast,
  });
  if (sequence === undefined) throw new AppError('conversationNotFound');
  return sequence;
};
