import type { Database } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import { findHumanSession, lockHumanSessions } from '../human-session-store.ts';
import { maxRatingCommentLength } from '../rating-limits.ts';
import type { UpdateSession } from '../update-session.ts';

export interface GivenSessionRating {
  conversationId: string;
  sessionId: string;
  /** From 1 to 5. */
  stars: number;
  comment: string;
}

interface SurveyDependencies {
  db: Database;
  clock: Clock;
  update: UpdateSession;
}

/**
 * Stores how the user of a conversation rates an ended session. One rating per session: a later one within the time limit
 * replaces it.
 */
export const createRateSession =
  ({ db, clock, update }: SurveyDependencies) =>
  async ({ conversationId, sessionId, stars, comment }: GivenSessionRating): Promise<void> => {
    const text = comment.trim();
    if ([...text].length > maxRatingCommentLength)
      throw new AppError('invalidParameter', `comment: at most ${maxRatingCommentLength} characters`);
    await db.transaction(async (tx) => {
      await lockHumanSessions(tx, conversationId);
      const session = await findHumanSession(tx, sessionId);
      if (session?.conversation_id !== conversationId)
        throw new AppError('notFound', 'session_id: the conversation has no such human session');
      if (session.status !== 'closed')
        throw new AppError('conflict', 'The session is open. It can be rated after its end');
      if (session.survey_until === null)
        throw new AppError(
          'conflict',
          'This session cannot be rated: nobody replied in it, or the agent had no survey at its end',
        );
      const nowMs = clock.nowMs();
      if (nowMs > session.survey_until)
        throw new AppError('conflict', 'A session can be rated for 7 days after its end');
      await update(tx, session, { rating: stars, rating_comment: text, rated_at: nowMs });
      faultPoint('session-rating');
    });
    faultPoint('session-rated');
    await db.durable();
  };
