import type { Database } from '../db/index.ts';
import { toCredits } from './money.ts';

/** What credits are spent on, as the bill names it. */
export const billKinds = [
  'chat',
  'knowledge_doc_indexing',
  'rerank',
  'database_processing',
  'tool_call',
  'asr',
  'tts',
] as const;

export type Bill = Record<(typeof billKinds)[number] | 'total', number>;

/** Credits an agent spent from `startMs` up to, but not including, `endMs`. */
export const createBill =
  ({ db }: { db: Database }) =>
  async (agentId: string, { startMs, endMs }: { startMs: number; endMs: number }): Promise<Bill> => {
    const rows = await db.query
      .selectFrom('ledger_entries')
      .select(['kind', (eb) => eb.fn.sum<number | string>('credits_nano').as('nano')])
      .where('agent_id', '=', agentId)
      .where('created_at', '>=', startMs)
      .where('created_at', '<', endMs)
      .groupBy('kind')
      .execute();
    const nano = new Map(rows.map((row) => [row.kind, Number(row.nano)]));
    const total = billKinds.reduce((sum, kind) => sum + (nano.get(kind) ?? 0), 0);
    const parts = Object.fromEntries(billKinds.map((kind) => [kind, toCredits(nano.get(kind) ?? 0)]));
    return { total: toCredits(total), ...parts } as Bill;
  };

export type ReadBill = ReturnType<typeof createBill>;
