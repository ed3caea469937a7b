import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

const indexes = [
  // Erasing a conversation must not read through everything that was ever paid. Each round's first entry has
  // the round's id and needs no index; with all of them in it, an entry would cost half as much again.
  `create index ledger_entries_by_conversation on ledger_entries (conversation_id)
    where conversation_id is not null and (round_id is null or id <> round_id)`,
  // Conversations in the order in which they began, which never changes under an export that walks along it.
  'create index rounds_first on rounds (agent_id, created_at, id, conversation_id) where sequence = 1',
];

export const up = async (db: Kysely<unknown>, _kind: DatabaseKind): Promise<void> => {
  for (const statement of indexes) await sql.raw(statement).execute(db);
};
