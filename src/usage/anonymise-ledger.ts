import { sql } from 'kysely';
import { dialectOf, type Handle } from '../db/index.ts';

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
