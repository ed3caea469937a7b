import { type Handle, storeTogether } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';
import { insertingRound, type NewRoundDetails, type Round } from '../rounds/index.ts';
import { type Conversation, takingSequence } from './store.ts';
import { makeSubject } from './subject.ts';

interface NewRound extends NewRoundDetails {
  round: Omit<Round, 'sequence'>;
  /** No statement follows in the transaction. */
  isLast: boolean;
}

/** Stores a round as the newest of its conversation and returns its number. */
export const placeRound = async (
  tx: Handle,
  conversation: Conversation,
  { round, owner, questionText, isLast }: NewRound,
): Promise<number> => {
  const sequence = await storeTogether(tx, {
    first: takingSequence({
      id: conversation.id,
      nowMs: round.createdAtMs,
      // Only the first round sets the conversation's subject.
      subject: conversation.messageCount === 0 ? makeSubject(questionText) : '',
    }),
    column: 'message_count',
    others: [insertingRound(tx, round, { owner, questionText })],
    isLast,
  });
  // Deleted since it was read.
  if (sequence === undefined) throw new AppError('conversationNotFound');
  return sequence;
};
