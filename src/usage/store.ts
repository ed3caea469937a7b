import type { Selectable } from 'kysely';
import { type Handle, prepared, type Schema, type Statement } from '../db/index.ts';

type LedgerRow = Selectable<Schema['ledger_entries']>;
type LedgerEntry = Omit<LedgerRow, 'is_test'> & Partial<Pick<LedgerRow, 'is_test'>>;

const addEntry = prepared<LedgerRow, never>((db, value) =>
  db.insertInto('ledger_entries').values({
    id: value('id'),
    workspace_id: value('workspace_id'),
    agent_id: value('agent_id'),
    conversation_id: value('conversation_id'),
    round_id: value('round_id'),
    user_id: value('user_id'),
    kind: value('kind'),
    model: value('model'),
    tokens: value('tokens'),
    credits_nano: value('credits_nano'),
    created_at: value('created_at'),
    is_test: value('is_test'),
  }),
);

export const insertingLedgerEntry = (entry: LedgerRow): Statement<never> => addEntry.statement(entry);

export const insertLedgerEntries = async (db: Handle, entries: readonly LedgerEntry[]): Promise<void> => {
  const [only] = entries;
  if (only && entries.length === 1) await addEntry(db, { is_test: 0, ...only });
  else if (only)
    await db
      .insertInto('ledger_entries')
      .values(entries.map((entry) => ({ is_test: 0, ...entry })))
      .execute();
};

export const insertLedgerEntry = async (db: Handle, entry: LedgerEntry): Promise<void> => {
  await addEntry(db, { is_test: 0, ...entry });
};
