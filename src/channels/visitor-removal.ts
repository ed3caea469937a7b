import type { Handle } from '../db/index.ts';
import { sweepBindings } from '../users/index.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Long enough for somebody who comes back after the holidays and has said nothing yet. */
const unusedDays = 30;
const sweptAtOnce = 500;

/** Browsers and tokens of somebody who opened a page. */
export const eraseVisitors = async (
  tx: Handle,
  { agentId, userId }: { agentId: string; userId: string },
): Promise<void> => {
  await tx.deleteFrom('visitors').where('agent_id', '=', agentId).where('user_id', '=', userId).execute();
};

/** Tokens that open nothing any more, and browsers that never said a word. Returns how many. */
export const sweepVisitors = async (db: Handle, nowMs: number): Promise<number> => {
  await db.deleteFrom('visitor_tokens').where('expires_at', '<=', nowMs).execute();
  await sweepBindings(db, nowMs - unusedDays * dayMs);
  for (let removed = 0; ; ) {
    const rows = await db
      .selectFrom('visitors')
      .select('id')
      .where('seen_at', '<', nowMs - unusedDays * dayMs)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('conversations')
              .select('conversations.id')
              .whereRef('conversations.visitor_id', '=', 'visitors.id'),
          ),
        ),
      )
      .limit(sweptAtOnce)
      .execute();
    if (rows.length > 0)
      await db
        .deleteFrom('visitors')
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute();
    removed += rows.length;
    if (rows.length < sweptAtOnce) return removed;
  }
};
