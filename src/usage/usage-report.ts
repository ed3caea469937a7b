import { type Database, type DayRangeFilter, slicesOf } from '../db/index.ts';
import { addUpUsage, entriesAtOnce } from './usage-store.ts';

export interface UsageOfDay {
  /** Days since the epoch. */
  day: number;
  agentId: string;
  kind: string;
  model: string;
  /** Of test chats in the console. */
  isTest: boolean;
  entries: number;
  promptTokens: number;
  completionTokens: number;
  creditsNano: number;
}

/** Usage by day, agent, kind and model, oldest day first. Test chats have rows of their own. */
export const createUsageReport =
  ({ db }: { db: Database }) =>
  async (filter: DayRangeFilter): Promise<UsageOfDay[]> => {
    const totals = new Map<string, UsageOfDay>();
    for await (const slice of slicesOf(db.query, 'ledger_entries', filter, entriesAtOnce)) {
      for (const row of await addUpUsage(db.query, slice)) {
        const { agentId, kind, model } = row;
        const isTest = row.isTest === 1;
        const key = JSON.stringify([row.day, agentId, kind, model, isTest]);
        const total = totals.get(key);
        totals.set(key, {
          day: Number(row.day),
          agentId,
          kind,
          model,
          isTest,
          entries: (total?.entries ?? 0) + Number(row.entries),
          promptTokens: (total?.promptTokens ?? 0) + Number(row.promptTokens),
          completionTokens: (total?.completionTokens ?? 0) + Number(row.completionTokens),
          creditsNano: (total?.creditsNano ?? 0) + Number(row.creditsNano),
        });
      }
    }
    // A fixed order within a day, because the order of PostgreSQL's groups varies.
    const sorted = [...totals].sort(([left], [right]) => (left < right ? -1 : 1));
    return sorted.map(([, total]) => total).sort((left, right) => left.day - right.day);
  };

export type ReadUsage = ReturnType<typeof createUsageReport>;
