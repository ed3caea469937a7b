import { sql } from 'kysely';
import { dialectOf, type Handle } from '../db/index.ts';

export const conversationIdsOf = async (db: Handle, agentId: string, userId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('conversations')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('user_id', '=', userId)
    // One order for everybody who takes several of these locks.
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
};

/** Names the user had as a guest, before somebody told who they are. */
export const guestIdsOf = async (tx: Handle, agentId: string, userId: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('conversations')
    .select('anonymous_id')
    .distinct()
    .where('agent_id', '=', agentId)
    .where('user_id', '=', userId)
    .where('anonymous_id', 'is not', null)
    .where('anonymous_id', '<>', userId)
    .execute();
  return rows.map((row) => row.anonymous_id!);
};

export const runningRounds = async (db: Handle, conversationId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('rounds')
    .select('id')
    .where('conversation_id', '=', conversationId)
    // Seen by SQLite, which then uses the index of running rounds.
    .where(sql<boolean>`status = 'running'`)
    .execute();
  return rows.map(({ id }) => id);
};

/**
 * On PostgreSQL, in the order in which everybody takes them: an attempt of a delivery holds the delivery and
 * then, where its failure is told to the user, wants the conversation. SQLite has one writer.
 */
export const lockDeliveries = async (tx: Handle, conversationId: string): Promise<void> => {
  if (dialectOf(tx) !== 'postgres') return;
  await tx
    .selectFrom('deliveries')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .orderBy('sequence')
    .forUpdate()
    .execute();
};

/** From here on no round can join the conversation: each takes its number from this row. */
export const lockConversation = async (tx: Handle, id: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('conversations')
    .select('id')
    .where('id', '=', id)
    .$if(dialectOf(tx) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  return row !== undefined;
};

interface Part {
  fileId?: string;
}

const partsOf = (question: string, request: string, outputs: string | null): Part[] => {
  const turns = (JSON.parse(request) as { history?: { parts: Part[] }[] }).history ?? [];
  const asked = JSON.parse(question) as Part[];
  const spoken = (JSON.parse(outputs || '[]') as { audio?: Part[] }[]).flatMap(({ audio }) => audio ?? []);
  return [...(Array.isArray(asked) ? asked : []), ...turns.flatMap(({ parts }) => parts), ...spoken];
};

/** Files of its messages and spoken replies, also of the turns a developer sent along. No two share one. */
export const fileIdsOf = async (tx: Handle, conversationId: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('rounds')
    .select(['question', 'request', 'outputs'])
    .where('conversation_id', '=', conversationId)
    // Most messages have none and need not be read.
    .where((eb) =>
      eb.or((['question', 'request', 'outputs'] as const).map((column) => eb(column, 'like', '%"fileId":%'))),
    )
    .execute();
  const said = await tx
    .selectFrom('human_messages')
    .select('files')
    .where('conversation_id', '=', conversationId)
    .where('files', 'like', '%"fileId":%')
    .execute();
  const parts = [
    ...rows.flatMap(({ question, request, outputs }) => partsOf(question, request, outputs)),
    ...said.flatMap(({ files }) => JSON.parse(files) as Part[]),
  ];
  return parts.flatMap(({ fileId }) => (fileId === undefined ? [] : [fileId]));
};

/** Keys of the calls that made the conversation and its rounds: repeated, they would answer with what is gone. */
export const deleteKeys = async (tx: Handle, agentId: string, conversationId: string): Promise<void> => {
  await tx
    .deleteFrom('idempotency_keys')
    .where('agent_id', '=', agentId)
    .where((eb) =>
      eb.or([
        eb('response', '=', conversationId),
        eb(
          'round_id',
          'in',
          eb.selectFrom('rounds').select('rounds.id').where('conversation_id', '=', conversationId),
        ),
      ]),
    )
    .execute();
};

/** Work on the conversation that was given up: its error may repeat what was said. Few are ever kept. */
export const deleteFailedJobs = async (tx: Handle, conversationId: string): Promise<void> => {
  await tx.deleteFrom('failed_jobs').where('payload', 'like', `%"${conversationId}"%`).execute();
};

const nameless = { conversation_id: null, round_id: null, user_id: null };

/** Entries that have an id of their own: few, and in an index. SQLite must see the index's condition. */
export const otherEntriesQuery = (tx: Handle, conversationId: string) =>
  tx
    .updateTable('ledger_entries')
    .set(nameless)
    .where('conversation_id', '=', conversationId)
    .where(sql<boolean>`(round_id is null or id <> round_id)`);

/**
 * What was paid stays, and for which agent, model and day; whom it was for does not. So the balance remains
 * the sum of its entries.
 */
export const anonymiseLedger = async (tx: Handle, conversationId: string): Promise<void> => {
  const random =
    dialectOf(tx) === 'sqlite'
      ? sql<string>`lower(hex(randomblob(8)))`
      : sql<string>`substr(replace(gen_random_uuid()::text, '-', ''), 1, 16)`;
  // The first entry of a round has the round's id, which whoever kept a message_id would recognise.
  await tx
    .updateTable('ledger_entries')
    .set({ ...nameless, id: sql<string>`substr(id, 1, 8) || ${random}` })
    .where('id', 'in', (eb) =>
      eb.selectFrom('rounds').select('rounds.id').where('conversation_id', '=', conversationId),
    )
    .execute();
  await otherEntriesQuery(tx, conversationId).execute();
};

/** Events, citations and traces go with their rounds; memories, sessions and their messages with the conversation. */
export const deleteConversation = async (tx: Handle, conversationId: string): Promise<number> => {
  const { numDeletedRows } = await tx
    .deleteFrom('rounds')
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
  await tx.deleteFrom('conversations').where('id', '=', conversationId).execute();
  return Number(numDeletedRows);
};

/**
 * Returns those that were not delivered yet. A `close` that is still to be told to the human service stays: it
 * names the conversation and holds none of its words.
 */
export const deleteDeliveries = async (tx: Handle, conversationId: string): Promise<string[]> => {
  const rows = await tx
    .deleteFrom('deliveries')
    .where('conversation_id', '=', conversationId)
    .where((eb) => eb.or([eb('kind', '<>', 'close'), eb('status', '<>', 'pending')]))
    .returning(['id', 'status'])
    .execute();
  return rows.filter(({ status }) => status === 'pending').map(({ id }) => id);
};
