import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../db/index.ts';

export interface UsageFilter {
  workspaceId: string;
  agentId?: string | undefined;
  startMs: number;
  /** Exclusive. */
  endMs: number;
  /** Where the days begin, east of UTC. */
  utcOffsetMinutes: number;
}

export interface UsageOfDay {
  /** Days since the epoch. */
  day: number;
  agentId: string;
  kind: string;
  model: string;
  entries: number;
  promptTokens: number;
  completionTokens: number;
  creditsNano: number;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Entries added up in one statement: on SQLite everybody else waits for it. */
const entriesAtOnce = { sqlite: 2000, postgres: 500_000 };

const tokensOf = ({ kind }: Database, name: string) =>
  kind === 'sqlite'
    ? sql<number>`coalesce(sum(json_extract(tokens, ${sql.lit(`$.${name}`)})), 0)`
    : sql<number>`coalesce(sum((tokens::json ->> ${sql.lit(name)})::bigint), 0)`;

/** What was spent in the range; not what was paid in. */
const spent = ({ query }: Database, { workspaceId, agentId, startMs, endMs }: UsageFilter) =>
  query
    .selectFrom('ledger_entries')
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>=', startMs)
    .where('created_at', '<', endMs)
    .$if(agentId !== undefined, (some) => some.where('agent_id', '=', agentId!))
    .where('kind', '<>', 'top_up');

const addUp = (db: Database, filter: UsageFilter) => {
  const day = sql<number>`(created_at + ${sql.lit(filter.utcOffsetMinutes * minuteMs)}) / ${sql.lit(dayMs)}`;
  return spent(db, filter)
    .select((eb) => [
      day.as('day'),
      'agent_id',
      'kind',
      'model',
      eb.fn.countAll<number>().as('entries'),
      tokensOf(db, 'promptTokens').as('prompt_tokens'),
      tokensOf(db, 'completionTokens').as('completion_tokens'),
      eb.fn.sum<number>('credits_nano').as('credits_nano'),
    ])
    .groupBy([day, 'agent_id', 'kind', 'model'])
    .execute();
};

/** Where to stop so that one statement reads about as many entries as it may. */
const endOfSlice = async (db: Database, { workspaceId, startMs, endMs }: UsageFilter): Promise<number> => {
  const row = await db.query
    .selectFrom('ledger_entries')
    .select('created_at')
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>=', startMs)
    .where('created_at', '<', endMs)
    .orderBy('created_at')
    .limit(1)
    .offset(entriesAtOnce[db.kind])
    .executeTakeFirst();
  return row ? Math.min(endMs, row.created_at + 1) : endMs;
};

/** Usage by day, agent, kind and model, oldest day first. */
export const createUsageReport =
  ({ db }: { db: Database }) =>
  async (filter: UsageFilter): Promise<UsageOfDay[]> => {
    const totals = new Map<string, UsageOfDay>();
    for (let startMs = filter.startMs; startMs < filter.endMs; ) {
      const endMs = await endOfSlice(db, { ...filter, startMs });
      for (const row of await addUp(db, { ...filter, startMs, endMs })) {
        const { agent_id: agentId, kind, model } = row;
        const key = JSON.stringify([row.day, agentId, kind, model]);
        const total = totals.get(key);
        totals.set(key, {
          day: Number(row.day),
          agentId,
          kind,
          model,
          entries: (total?.entries ?? 0) + Number(row.entries),
          promptTokens: (total?.promptTokens ?? 0) + Number(row.prompt_tokens),
          completionTokens: (total?.completionTokens ?? 0) + Number(row.completion_tokens),
          creditsNano: (total?.creditsNano ?? 0) + Number(row.credits_nano),
        });
      }
      startMs = endMs;
      await nextTurn();
    }
    // In an order of their own within a day: PostgreSQL adds up in another one each time.
    const sorted = [...totals].sort(([left], [right]) => (left < right ? -1 : 1));
    return sorted.map(([, total]) => total).sort((left, right) => left.day - right.day);
  };

export type ReadUsage = ReturnType<typeof createUsageReport>;
