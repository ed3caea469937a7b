import type { Database } from '../db/index.ts';
import { toCredits } from './money.ts';
import { sumByKind } from './usage-store.ts';

/** Kinds of cost on the bill. */
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
    const nano = await sumByKind(db.query, { agentId, startMs, endMs });
    const total = billKinds.reduce((sum, kind) => sum + (nano.get(kind) ?? 0), 0);
    const parts = Object.fromEntries(billKinds.map((kind) => [kind, toCredits(nano.get(kind) ?? 0)]));
    return { total: toCredits(total), ...parts } as Bill;
  };

export type ReadBill = ReturnType<typeof createBill>;
