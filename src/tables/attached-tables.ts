import type { Agent } from '../agents/index.ts';
import type { Database } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { Table } from './table.ts';
import { listTables } from './table-store.ts';

/** A change made by another process is seen after this long; our own at once. */
const cacheMs = 1000;
const maxCachedAgents = 10_000;
/** More tables than this would fill a model's context with their descriptions. */
export const maxAttached = 50;
/** An agent with more must say which of them it uses. */
const maxRead = 1000;

/** The tables a model may use. On the path of every round, so that mostly nothing is asked of the database. */
export const createAttachedTables = ({ db, clock }: { db: Database; clock: Clock }) => {
  const cache = new Map<string, { tables: Promise<Table[]>; readAtMs: number }>();

  const read = (agentId: string): Promise<Table[]> => {
    const known = cache.get(agentId);
    if (known && clock.nowMs() - known.readAtMs < cacheMs) return known.tables;
    const tables = listTables(db.query, agentId, { offset: 0, limit: maxRead });
    if (cache.size >= maxCachedAgents) cache.clear();
    cache.set(agentId, { tables, readAtMs: clock.nowMs() });
    tables.catch(() => cache.delete(agentId));
    return tables;
  };

  return {
    of: async ({ id, settings }: Pick<Agent, 'id' | 'settings'>): Promise<Table[]> => {
      const { tableIds } = settings.tables;
      if (tableIds?.length === 0) return [];
      const tables = await read(id);
      const chosen = tableIds === null ? tables : tables.filter((table) => tableIds.includes(table.id));
      return chosen.slice(0, maxAttached);
    },
    forget: (agentId: string): void => void cache.delete(agentId),
  };
};

export type AttachedTables = ReturnType<typeof createAttachedTables>;
