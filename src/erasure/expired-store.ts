import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { dialectOf, type Handle, type Schema } from '../db/index.ts';

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

/** PostgreSQL then looks the rows up for each conversation. Otherwise it may read a whole table for each page. */
const forEachConversation =
  (db: Handle) =>
  <Tables extends keyof Schema, Row>(query: SelectQueryBuilder<Schema, Tables, Row>) =>
    dialectOf(db) === 'postgres' ? query.offset(sql.lit(0)) : query;

/**
 * What keeps a conversation: a running round, a human session that is open or ended later, a webhook, a message to a platform or an
 * e-mail that is not delivered yet.
 */
const keepingRows = (db: Handle, eb: ExpressionBuilder<Schema, 'conversations'>, beforeMs: number) => [
  eb
    .selectFrom('rounds')
    .select('rounds.id')
    .whereRef('rounds.conversation_id', '=', 'conversations.id')
    .where(sql<boolean>`rounds.status = 'running'`)
    .$call(forEachConversation(db)),
  eb
    .selectFrom('human_sessions')
    .select('human_sessions.id')
    .whereRef('human_sessions.conversation_id', '=', 'conversations.id')
    .where((some) =>
      some.or([
        some('human_sessions.status', '<>', 'closed'),
        some('human_sessions.changed_at', '>=', beforeMs),
      ]),
    )
    .$call(forEachConversation(db)),
  eb
    .selectFrom('deliveries')
    .select('deliveries.id')
    .whereRef('deliveries.conversation_id', '=', 'conversations.id')
    .where('deliveries.status', '=', 'pending')
    .$call(forEachConversation(db)),
  eb
    .selectFrom('mails')
    .select('mails.id')
    .whereRef('mails.conversation_id', '=', 'conversations.id')
    .where('mails.status', '=', 'queued')
    .$call(forEachConversation(db)),
];

/** Conversations whose time is over, oldest first. Without those that somebody still works on. */
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
    .where((eb) => eb.and(keepingRows(db, eb, beforeMs).map((rows) => eb.not(eb.exists(rows)))))
    .orderBy('recent_chat_at')
    .orderBy('id')
    .limit(limit);

export const findExpired = async (db: Handle, page: ExpiredPage) =>
  (await expiredQuery(db, page).execute()).map((row) => ({
    id: row.id,
    activeAtMs: Number(row.activeAtMs),
    rounds: row.rounds,
  }));
