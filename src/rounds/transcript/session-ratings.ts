import type { Handle } from '../../db/index.ts';

/** How the user of a conversation rated an ended human session. */
export interface SessionRating {
  sessionId: string;
  /** From 1 (bad) to 5. */
  stars: number;
  comment: string;
  ratedAtMs: number;
}

/** Ratings of the human sessions of a conversation, oldest session first. */
export const listSessionRatings = async (db: Handle, conversationId: string): Promise<SessionRating[]> => {
  const rows = await db
    .selectFrom('human_sessions')
    .select(['id', 'rating', 'rating_comment', 'rated_at'])
    .where('conversation_id', '=', conversationId)
    .where('rated_at', 'is not', null)
    .orderBy('ordinal')
    .execute();
  return rows.map(({ id, rating, rating_comment, rated_at }) => ({
    sessionId: id,
    stars: rating!,
    comment: rating_comment ?? '',
    ratedAtMs: rated_at!,
  }));
};
