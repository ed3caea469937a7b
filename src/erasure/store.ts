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
