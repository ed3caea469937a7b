import type { Agent } from '../agents/index.ts';
import type { Database } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { createShortLivedCache } from '../lib/short-lived-cache.ts';
import type { Table } from './table.ts';
import { listTables } from './table-store.ts';

/** A change by another process is visible after this time, a change by this process at once. */
const keepMs = 1000;
const maxCachedAgents = 10_000;
/** The descriptions of more tables would fill the context of a model. */
export const maxAttached = 50;
/** An agent with more tables must select those it uses. */
const maxRead = 1000;

/** The tables that a model may use. Cached, because every round needs them. */
export const createAttachedTables = ({ db, clock }: { db: Database; clock: Clock }) => {
  const cache = createShortLivedCache<Table[]>({ clock, keepMs, maxEntries: maxCachedAgents });

  const all = async (agentId: string): Promise<Table[]> =>
    (await cache.get(agentId, () => listTables(db.query, agentId, { offset: 0, limit: maxRead }))) ?? [];

  return {
    /** All tables of an agent, for components of its flow, which name one. */
    all,
    of: async ({ id, settings }: Pick<Agent, 'id' | 'settings'>): Promise<Table[]> => {
      const { tableIds } = settings.tables;
      if (tableIds?.length === 0) return [];
      const tables = await all(id);
      const chosen = tableIds === null ? tables : tables.filter((table) => tableIds.includes(table.id));
      return chosen.slice(0, maxAttached);
    },
    /** Must be called after the commit of a change. */
    forget: cache.forget,
  };
};

export type AttachedTables = ReturnType<typeof createAttachedTables>;
