import { type Database, type DayRangeFilter, slicesOf } from '../db/index.ts';
import { type HandoffFigures, sumHandoffs } from './handoff-figures.ts';
import { countHandoffs, type HandoffCount, sessionsAtOnce } from './handoff-report-store.ts';

export interface HandoffReport {
  total: HandoffFigures;
  /** Oldest day first. `day`: days since the epoch. */
  byDay: { day: number; figures: HandoffFigures }[];
  /** Most handoffs first. */
  byAgent: { agentId: string; figures: HandoffFigures }[];
  /** Oldest day first. */
  byDayAndAgent: { day: number; agentId: string; figures: HandoffFigures }[];
}

const inOrder = (left: string, right: string): number => (left < right ? -1 : 1);

const readCounts = async (db: Database, filter: DayRangeFilter): Promise<HandoffCount[]> => {
  const counts: HandoffCount[] = [];
  for await (const slice of slicesOf(db.query, 'human_sessions', filter, sessionsAtOnce))
    for (const count of await countHandoffs(db.query, slice)) counts.push(count);
  return counts;
};

/** Handoffs by the day on which they started and by agent. */
export const createHandoffReport =
  ({ db }: { db: Database }) =>
  async (filter: DayRangeFilter): Promise<HandoffReport> => {
    const counts = await readCounts(db, filter);
    const byDay = Map.groupBy(counts, ({ day }) => day);
    const byAgent = Map.groupBy(counts, ({ agentId }) => agentId);
    const agentsOf = (some: readonly HandoffCount[]) => [
      ...Map.groupBy(some, ({ agentId }) => agentId).entries(),
    ];
    const days = [...byDay].toSorted(([left], [right]) => left - right);
    return {
      total: sumHandoffs(counts),
      byDay: days.map(([day, some]) => ({ day, figures: sumHandoffs(some) })),
      byAgent: [...byAgent]
        .map(([agentId, some]) => ({ agentId, figures: sumHandoffs(some) }))
        .toSorted(
          (left, right) =>
            right.figures.handoffs - left.figures.handoffs || inOrder(left.agentId, right.agentId),
        ),
      byDayAndAgent: days.flatMap(([day, ofDay]) =>
        agentsOf(ofDay)
          .toSorted(([left], [right]) => inOrder(left, right))
          .map(([agentId, some]) => ({ day, agentId, figures: sumHandoffs(some) })),
      ),
    };
  };
