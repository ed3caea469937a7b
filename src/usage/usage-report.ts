import { setImmediate as nextTick } from 'node:timers/promises';
import type { Database } from '../db/index.ts';
import { addUpUsage, endOfSlice, type UsageFilter } from './usage-store.ts';

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
  async (filter: UsageFilter): Promise<UsageOfDay[]> => {
    const totals = new Map<string, UsageOfDay>();
    for (let startMs = filter.startMs; startMs < filter.endMs; ) {
      const endMs = await endOfSlice(db.query, { ...filter, startMs });
      for (const row of await addUpUsage(db.query, { ...filter, startMs, endMs })) {
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
      startMs = endMs;
      await nextTick();
    }
    // A fixed order within a day, because the order of PostgreSQL's groups varies.
    const sorted = [...totals].sort(([left], [right]) => (left < right ? -1 : 1));
    return sorted.map(([, total]) => total).sort((left, right) => left.day - right.day);
  };

export type ReadUsage = ReturnType<typeof createUsageReport>;
