import type { Handle } from '../db/index.ts';
import { sweepBindings } from '../users/index.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Long enough for a visitor who returns after the holidays and has not written yet. */
const unusedDays = 30;
const sweptAtOnce = 500;

/** Browsers and tokens of visitors who opened a page. */
export const eraseVisitors = async (
  tx: Handle,
  { agentId, userId }: { agentId: string; userId: string },
): Promise<void> => {
  await tx.deleteFrom('visitors').where('agent_id', '=', agentId).where('user_id', '=', userId).execute();
};

/** Removes expired tokens, and browsers without a message. Returns the count. */
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
