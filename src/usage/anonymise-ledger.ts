import { sql } from 'kysely';
import { dialectOf, type Handle } from '../db/index.ts';

const nameless = { conversation_id: null, round_id: null, user_id: null };

/**
 * Entries whose id is not that of their round. They are few and in a partial index, whose condition SQLite must find in
 * the query.
 */
export const otherEntriesQuery = (tx: Handle, conversationIds: readonly string[]) =>
  tx
    .updateTable('ledger_entries')
    .set(nameless)
    .where('conversation_id', 'in', conversationIds)
    .where(sql<boolean>`(round_id is null or id <> round_id)`);

/**
 * Removes the user and the conversation from the ledger entries of conversations. Amount, agent, model and day stay, so that the balance
 * remains the sum of the entries.
 */
export const anonymiseLedger = async (tx: Handle, conversationIds: readonly string[]): Promise<void> => {
  const random =
    dialectOf(tx) === 'sqlite'
      ? sql<string>`lower(hex(randomblob(8)))`
      : sql<string>`substr(replace(gen_random_uuid()::text, '-', ''), 1, 16)`;
  // The first entry of a round has the id of the round, which is also its message_id. It is replaced, because a client
  // may have stored it.
  await tx
    .updateTable('ledger_entries')
    .set({ ...nameless, id: sql<string>`substr(id, 1, 8) || ${random}` })
    .where('id', 'in', (eb) =>
      eb.selectFrom('rounds').select('rounds.id').where('conversation_id', 'in', conversationIds),
    )
    .execute();
  await otherEntriesQuery(tx, conversationIds).execute();
};
