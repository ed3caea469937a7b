import { dialectOf, type Handle } from '../db/index.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Long enough for somebody who comes back after the holidays and has said nothing yet. */
const unusedDays = 30;
const sweptAtOnce = 500;

/**
 * Whatever is known of somebody because they opened a page: browsers, tokens, and events that belong to no
 * conversation. Returns the deliveries that were still to be sent.
 */
export const eraseVisitors = async (
  tx: Handle,
  { agentId, userId }: { agentId: string; userId: string },
): Promise<string[]> => {
  const ofUser = tx
    .selectFrom('visitors')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('user_id', '=', userId);
  // As everybody takes them: an attempt of a delivery holds it while it is recorded.
  if (dialectOf(tx) === 'postgres')
    await tx
      .selectFrom('deliveries')
      .select('id')
      .where('visitor_id', 'in', ofUser)
      .orderBy('sequence')
      .forUpdate()
      .execute();
  const deliveries = await tx
    .deleteFrom('deliveries')
    .where('visitor_id', 'in', ofUser)
    .returning(['id', 'status'])
    .execute();
  await tx.deleteFrom('visitors').where('agent_id', '=', agentId).where('user_id', '=', userId).execute();
  return deliveries.filter(({ status }) => status === 'pending').map(({ id }) => id);
};

/** Tokens that open nothing any more, and browsers that never said a word. Returns how many. */
export const sweepVisitors = async (db: Handle, nowMs: number): Promise<number> => {
  await db.deleteFrom('visitor_tokens').where('expires_at', '<=', nowMs).execute();
  // Nobody can come back as these guests.
  await db
    .deleteFrom('user_bindings')
    .where('created_at', '<', nowMs - unusedDays * dayMs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('visitors')
            .select('visitors.id')
            .whereRef('visitors.agent_id', '=', 'user_bindings.agent_id')
            .whereRef('visitors.user_id', '=', 'user_bindings.anonymous_id'),
        ),
      ),
    )
    .execute();
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
