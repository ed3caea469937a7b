import type { Database } from '../db/index.ts';
import { toCredits } from './money.ts';
import { createUsageReport } from './usage-report.ts';
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

type Bill = Record<(typeof billKinds)[number] | 'total', number>;

const billOf = (nano: ReadonlyMap<string, number>): Bill => {
  const total = billKinds.reduce((sum, kind) => sum + (nano.get(kind) ?? 0), 0);
  const parts = Object.fromEntries(billKinds.map((kind) => [kind, toCredits(nano.get(kind) ?? 0)]));
  return { total: toCredits(total), ...parts } as Bill;
};

interface BillRange {
  startMs: number;
  /** Exclusive. */
  endMs: number;
}

/** What an agent spent. */
export const createBills = ({ db }: { db: Database }) => {
  const readUsage = createUsageReport({ db });
  return {
    total: async (agentId: string, { startMs, endMs }: BillRange): Promise<Bill> =>
      billOf(await sumByKind(db.query, { agentId, startMs, endMs })),

    /** The days in UTC with costs, newest first. A day is in days since the epoch. */
    byDay: async (
      { id: agentId, workspaceId }: { id: string; workspaceId: string },
      range: BillRange,
    ): Promise<{ day: number; bill: Bill }[]> => {
      const days = new Map<number, Map<string, number>>();
      for (const usage of await readUsage({ workspaceId, agentId, utcOffsetMinutes: 0, ...range })) {
        const nano = days.get(usage.day) ?? new Map<string, number>();
        days.set(usage.day, nano.set(usage.kind, (nano.get(usage.kind) ?? 0) + usage.creditsNano));
      }
      return [...days]
        .map(([day, nano]) => ({ day, bill: billOf(nano) }))
        .filter(({ bill }) => bill.total > 0)
        .sort((left, right) => right.day - left.day);
    },
  };
};

export type Bills = ReturnType<typeof createBills>;
