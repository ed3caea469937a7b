import { sql } from 'kysely';
import { dialectOf, type Handle } from '../db/index.ts';

export interface UsageFilter {
  workspaceId: string;
  agentId?: string | undefined;
  startMs: number;
  /** Exclusive. */
  endMs: number;
  /** Offset east of UTC at which days begin. */
  utcOffsetMinutes: number;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Entries summed in one statement. On SQLite all other queries wait for it. */
const entriesAtOnce = { sqlite: 2000, postgres: 500_000 };

const tokensOf = (db: Handle, name: string) =>
  dialectOf(db) === 'sqlite'
    ? sql<number>`coalesce(sum(json_extract(tokens, ${sql.lit(`$.${name}`)})), 0)`
    : sql<number>`coalesce(sum((tokens::json ->> ${sql.lit(name)})::bigint), 0)`;

/** Entries of the range that spent credits, without those that added credits. */
const spent = (db: Handle, { workspaceId, agentId, startMs, endMs }: UsageFilter) =>
  db
    .selectFrom('ledger_entries')
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>=', startMs)
    .where('created_at', '<', endMs)
    .$if(agentId !== undefined, (some) => some.where('agent_id', '=', agentId!))
    .where('kind', '<>', 'top_up');

/** Sums by day, agent, kind and model; those of test chats apart. */
export const addUpUsage = (db: Handle, filter: UsageFilter) => {
  const day = sql<number>`(created_at + ${sql.lit(filter.utcOffsetMinutes * minuteMs)}) / ${sql.lit(dayMs)}`;
  return spent(db, filter)
    .select((eb) => [
      day.as('day'),
      'agent_id as agentId',
      'kind',
      'model',
      'is_test as isTest',
      eb.fn.countAll<number>().as('entries'),
      tokensOf(db, 'promptTokens').as('promptTokens'),
      tokensOf(db, 'completionTokens').as('completionTokens'),
      eb.fn.sum<number>('credits_nano').as('creditsNano'),
    ])
    .groupBy([day, 'agent_id', 'kind', 'model', 'is_test'])
    .execute();
};

/** End of the range that one statement reads, so that it reads about the maximum number of entries. */
export const endOfSlice = async (
  db: Handle,
  { workspaceId, startMs, endMs }: UsageFilter,
): Promise<number> => {
  const row = await db
    .selectFrom('ledger_entries')
    .select('created_at')
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>=', startMs)
    .where('created_at', '<', endMs)
    .orderBy('created_at')
    .limit(1)
    .offset(entriesAtOnce[dialectOf(db)])
    .executeTakeFirst();
  return row ? Math.min(endMs, row.created_at + 1) : endMs;
};

/** Credits that an agent spent, by kind. */
export const sumByKind = async (
  db: Handle,
  { agentId, startMs, endMs }: { agentId: string; startMs: number; endMs: number },
): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('ledger_entries')
    .select(['kind', (eb) => eb.fn.sum<number | string>('credits_nano').as('nano')])
    .where('agent_id', '=', agentId)
    .where('created_at', '>=', startMs)
    .where('created_at', '<', endMs)
    .groupBy('kind')
    .execute();
  return new Map(rows.map((row) => [row.kind, Number(row.nano)]));
};
