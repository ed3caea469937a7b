import { type Handle, prepared, type Schema } from '../db/index.ts';

type LedgerEntry = Schema['ledger_entries'];

const addEntry = prepared<LedgerEntry, never>((db, value) =>
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
  }),
);

export const insertLedgerEntry = async (db: Handle, entry: LedgerEntry): Promise<void> => {
  await addEntry(db, entry);
};
