import { type Selectable, sql } from 'kysely';
import {
  dialectOf,
  type Handle,
  jsonParameter,
  prepared,
  rowsOfParameter,
  type Schema,
  type Statement,
} from '../db/index.ts';
import { deleteRounds } from '../rounds/index.ts';
import { deleteChangesOfConversations } from './search/index-store.ts';

export interface Conversation {
  id: string;
  workspaceId: string;
  agentId: string;
  userId: string;
  anonymousId: string | null;
  channel: string;
  subject: string;
  messageCount: number;
  costNano: number;
  recentChatAtMs: number;
  /** Summary of the rounds that do not fit into short-term memory. */
  summary: string;
  createdAtMs: number;
  /** Owner of the conversation in a channel's page. */
  visitorId: string | null;
  /** The userId is not verified. */
  isUserClaimed: boolean;
  /** The name that the visitor gave it. Empty for none. */
  title: string;
  /** When the visitor deleted it. */
  hiddenAtMs: number | null;
}

/** Named, so that PostgreSQL plans the statement once: see `statement-names.ts`. */
export const conversationColumns = [
  'id',
  'workspace_id',
  'agent_id',
  'user_id',
  'anonymous_id',
  'channel',
  'subject',
  'message_count',
  'cost_nano',
  'recent_chat_at',
  'summary',
  'created_at',
  'visitor_id',
  'user_claimed',
  'title',
  'hidden_at',
] as const;

type ConversationRow = Pick<Selectable<Schema['conversations']>, (typeof conversationColumns)[number]>;

export const toConversation = (row: ConversationRow): Conversation => ({
  id: row.id,
  workspaceId: row.workspace_id,
  agentId: row.agent_id,
  userId: row.user_id,
  anonymousId: row.anonymous_id,
  channel: row.channel,
  subject: row.subject,
  messageCount: row.message_count,
  costNano: row.cost_nano,
  recentChatAtMs: row.recent_chat_at,
  summary: row.summary,
  createdAtMs: row.created_at,
  visitorId: row.visitor_id,
  isUserClaimed: row.user_claimed === 1,
  title: row.title,
  hiddenAtMs: row.hidden_at,
});

const byId = prepared<{ id: string }, ConversationRow>((db, value) =>
  db.selectFrom('conversations').select(conversationColumns).where('id', '=', value('id')),
);

export const findConversation = async (db: Handle, id: string): Promise<Conversation | undefined> => {
  const [row] = await byId(db, { id });
  return row && toConversation(row);
};

const insert = prepared<Conversation & { userClaimed: 0 | 1 }, never>((db, value) =>
  db.insertInto('conversations').values({
    id: value('id'),
    workspace_id: value('workspaceId'),
    agent_id: value('agentId'),
    user_id: value('userId'),
    anonymous_id: value('anonymousId'),
    channel: value('channel'),
    subject: '',
    message_count: 0,
    cost_nano: 0,
    recent_chat_at: value('recentChatAtMs'),
    summary: '',
    summary_sequence: 0,
    created_at: value('createdAtMs'),
    visitor_id: value('visitorId'),
    user_claimed: value('userClaimed'),
  }),
);

export const insertConversation = async (db: Handle, conversation: Conversation): Promise<void> => {
  await insert(db, { ...conversation, userClaimed: conversation.isUserClaimed ? 1 : 0 });
};

const insertMany = prepared<{ rows: string }, never>((db, value) => ({
  compile: () =>
    sql<never>`
      insert into conversations (id, workspace_id, agent_id, user_id, anonymous_id, channel, subject, message_count,
        cost_nano, recent_chat_at, summary, summary_sequence, created_at, visitor_id, user_claimed)
      select value ->> 'id', value ->> 'workspaceId', value ->> 'agentId', value ->> 'userId', value ->> 'anonymousId',
        value ->> 'channel', '', 0, 0, cast(value ->> 'recentChatAtMs' as bigint), '', 0,
        cast(value ->> 'createdAtMs' as bigint), value ->> 'visitorId', cast(value ->> 'isUserClaimed' as boolean)::integer
      from ${rowsOfParameter(db, value('rows'))}
      on conflict (id) do nothing`.compile(db),
}));

/** Only for PostgreSQL. Existing rows are kept: an earlier statement stored them, and its response was lost. */
export const insertConversations = async (
  db: Handle,
  conversations: readonly Conversation[],
): Promise<void> => {
  await insertMany(db, { rows: jsonParameter(conversations) });
};

interface NextRound {
  id: string;
  userId: string;
  visitorId: string | null;
  userClaimed: 0 | 1;
  nowMs: number;
  /** For the first round. */
  subject: string;
}

const next = prepared<NextRound, { message_count: number }>((db, value) =>
  db
    .updateTable('conversations')
    .set((eb) => ({
      message_count: eb('message_count', '+', 1),
      recent_chat_at: value('nowMs'),
      subject: eb.case().when('message_count', '=', 0).then(value('subject')).else(eb.ref('subject')).end(),
    }))
    .where('id', '=', value('id'))
    .where('user_id', '=', value('userId'))
    .where('visitor_id', 'is not distinct from', value('visitorId'))
    .where('user_claimed', '=', value('userClaimed'))
    .returning('message_count'),
);

/**
 * Returns the number of the conversation's next round as `message_count`, or no row if the conversation was deleted or now belongs
 * to somebody else. Its row lock orders rounds on PostgreSQL.
 */
export const takingSequence = (round: NextRound): Statement<{ message_count: number }> =>
  next.statement(round);

const charge = prepared<{ id: string; costNano: number }, never>((db, value) =>
  db
    .updateTable('conversations')
    .set((eb) => ({ cost_nano: eb('cost_nano', '+', value('costNano')) }))
    .where('id', '=', value('id')),
);

/** Undefined if the conversation was deleted. */
export const findChannel = async (db: Handle, id: string): Promise<string | undefined> =>
  (await db.selectFrom('conversations').select('channel').where('id', '=', id).executeTakeFirst())?.channel;

export const addConversationCost = async (db: Handle, id: string, costNano: number): Promise<void> => {
  if (costNano > 0) await charge(db, { id, costNano });
};

/** A handoff was requested and waits until the user has entered an e-mail address. */
export const setAwaitsEmail = (tx: Handle, conversationId: string, awaits: boolean) =>
  tx
    .updateTable('conversations')
    .set({ awaits_email: awaits ? 1 : 0 })
    .where('id', '=', conversationId)
    .execute();

export const setTitle = async (tx: Handle, conversationId: string, title: string): Promise<void> => {
  await tx.updateTable('conversations').set({ title }).where('id', '=', conversationId).execute();
};

/** The visitor deletes it. False if that happened before. */
export const hideConversation = async (
  tx: Handle,
  conversationId: string,
  nowMs: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('conversations')
    .set({ hidden_at: nowMs, awaits_email: 0 })
    .where('id', '=', conversationId)
    .where('hidden_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
};

/** The cache of memory is valid as long as this number does not change. */
export const increaseHumanVersion = async (tx: Handle, conversationId: string): Promise<void> => {
  await tx
    .updateTable('conversations')
    .set((eb) => ({ human_version: eb('human_version', '+', 1) }))
    .where('id', '=', conversationId)
    .execute();
};

/**
 * From here on no round can be added, because each takes its number from the row of its conversation. Those that were
 * deleted are left out.
 */
export const lockConversations = async (
  tx: Handle,
  ids: readonly string[],
): Promise<Pick<Conversation, 'id' | 'costNano'>[]> => {
  const rows = await tx
    .selectFrom('conversations')
    .select(['id', 'cost_nano'])
    .where('id', 'in', ids)
    // All transactions lock several conversations in this order.
    .orderBy('id')
    .$if(dialectOf(tx) === 'postgres', (query) => query.forUpdate())
    .execute();
  return rows.map((row) => ({ id: row.id, costNano: row.cost_nano }));
};

/**
 * Deletes all their rounds too. The database deletes memories, human sessions and their messages. Returns the number of
 * rounds.
 */
export const deleteConversations = async (
  tx: Handle,
  conversationIds: readonly string[],
): Promise<number> => {
  const rounds = await deleteRounds(tx, conversationIds);
  await tx.deleteFrom('conversations').where('id', 'in', conversationIds).execute();
  await deleteChangesOfConversations(tx, conversationIds);
  return rounds;
};
