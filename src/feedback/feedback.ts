import type { Agent } from '../agents/index.ts';
import type { AlsoIn, Database, Schema } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';
import { isId } from '../lib/ids.ts';
import { findRoundOrAnswer, setRating } from '../rounds/index.ts';
import { type FeedbackReason, maxCommentLength } from './feedback-reasons.ts';
import { isHumanReply } from './store.ts';

export const qualities = ['NONE', 'UNRESOLVED', 'PARTIALLY_RESOLVED', 'FULLY_RESOLVED'] as const;
export const feedbacks = ['POSITIVE', 'NEGATIVE', 'CANCELED'] as const;

type Quality = (typeof qualities)[number];
type Feedback = (typeof feedbacks)[number];

const storedFeedback: Record<Feedback, Schema['rounds']['feedback']> = {
  POSITIVE: 'GOOD',
  NEGATIVE: 'BAD',
  CANCELED: 'NONE',
};

interface GivenFeedback {
  feedback: Feedback;
  /** Of negative feedback. */
  reason?: FeedbackReason | null | undefined;
  comment?: string | null | undefined;
}

/** The newest feedback replaces the earlier one completely, with its reason and comment. */
const readFeedback = ({ feedback, reason = null, comment }: GivenFeedback) => {
  const text = comment?.trim() ?? '';
  if (feedback !== 'NEGATIVE' && (reason !== null || text !== ''))
    throw new AppError(
      'invalidParameter',
      `${reason === null ? 'comment' : 'reason'}: can only be sent with negative feedback`,
    );
  if ([...text].length > maxCommentLength)
    throw new AppError('invalidParameter', `comment: at most ${maxCommentLength} characters`);
  return { feedback: storedFeedback[feedback], feedback_reason: reason, feedback_comment: text };
};

/** Ratings of replies by operators and feedback of users. */
export const createFeedback = ({ db }: { db: Database }) => {
  const rate = async (
    agent: Agent,
    answerId: string,
    rating: Parameters<typeof setRating>[2],
    alsoIn: AlsoIn = async () => {},
  ): Promise<number> => {
    const round = isId(answerId) ? await findRoundOrAnswer(db.query, agent.id, answerId) : undefined;
    if (round === undefined) {
      if (isId(answerId) && (await isHumanReply(db.query, agent.id, answerId)))
        throw new AppError('invalidParameter', 'answer_id: replies of people cannot be rated');
      throw new AppError('notFound', 'answer_id: this agent has no such reply');
    }
    if (round.status === 'failed')
      throw new AppError('invalidParameter', 'answer_id: the round failed, so there is no reply to rate');
    const affected = await db.transaction(async (tx) => {
      await alsoIn(tx);
      return setRating(tx, round.id, rating);
    });
    await db.durable();
    return affected;
  };

  return {
    /** Rating of an operator. `answerId` may also be the message_id of the round. Returns the number of replies. */
    setQuality: (agent: Agent, answerId: string, quality: Quality, alsoIn?: AlsoIn): Promise<number> =>
      rate(agent, answerId, { quality }, alsoIn),
    /** Feedback of the end user. */
    setFeedback: async (
      agent: Agent,
      answerId: string,
      given: GivenFeedback,
      alsoIn?: AlsoIn,
    ): Promise<number> => rate(agent, answerId, readFeedback(given), alsoIn),
  };
};

export type FeedbackRoom = ReturnType<typeof createFeedback>;
