import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';

export interface ExpiredPage {
  agentId: string;
  /** Conversations without activity since then. */
  beforeMs: number;
  limit: number;
  /** Conversations without any message have an index of their own. */
  kind: 'used' | 'unused';
  /** The last one of the previous page. */
  after?: { id: string; activeAtMs: number } | undefined;
  /** Only these. */
  ids?: readonly string[];
}

/**
 * Conversations whose time is over, oldest first. Without those that somebody still works on: a running round, a human
 * session that is open or ended later, a webhook, a message to a platform or an e-mail that is not delivered yet.
 */
export const expiredQuery = (db: Handle, { agentId, beforeMs, limit, kind, after, ids }: ExpiredPage) =>
  db
    .selectFrom('conversations')
    .select(['id', 'recent_chat_at as activeAtMs', 'message_count as rounds'])
    .where('agent_id', '=', agentId)
    // Literals, so that SQLite uses the partial indexes.
    .where(kind === 'used' ? sql<boolean>`message_count > 0` : sql<boolean>`message_count = 0`)
    .where('recent_chat_at', '<', beforeMs)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids!))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(recent_chat_at, id) > (${after!.activeAtMs}, ${after!.id})`),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('rounds')
            .select('rounds.id')
            .whereRef('rounds.conversation_id', '=', 'conversations.id')
            .where(sql<boolean>`rounds.status = 'running'`),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('human_sessions')
            .select('human_sessions.id')
            .whereRef('human_sessions.conversation_id', '=', 'conversations.id')
            .where((some) =>
              some.or([
                some('human_sessions.status', '<>', 'closed'),
                some('human_sessions.changed_at', '>=', beforeMs),
              ]),
            ),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('deliveries')
            .select('deliveries.id')
            .whereRef('deliveries.conversation_id', '=', 'conversations.id')
            .where('deliveries.status', '=', 'pending'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('mails')
            .select('mails.id')
            .whereRef('mails.conversation_id', '=', 'conversations.id')
            .where('mails.status', '=', 'queued'),
        ),
      ),
    )
    .orderBy('recent_chat_at')
    .orderBy('id')
    .limit(limit);

export const findExpired = async (db: Handle, page: ExpiredPage) =>
  (await expiredQuery(db, page).execute()).map((row) => ({
    id: row.id,
    activeAtMs: Number(row.activeAtMs),
    rounds: row.rounds,
  }));
