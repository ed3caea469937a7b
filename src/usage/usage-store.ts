import { sql } from 'kysely';
import { type DayRangeFilter, dayOfCreation, dialectOf, type Handle } from '../db/index.ts';

/** Entries summed in one statement. On SQLite all other queries wait for it. */
export const entriesAtOnce = { sqlite: 2000, postgres: 500_000 };

const tokensOf = (db: Handle, name: string) =>
  dialectOf(db) === 'sqlite'
    ? sql<number>`coalesce(sum(json_extract(tokens, ${sql.lit(`$.${name}`)})), 0)`
    : sql<number>`coalesce(sum((tokens::json ->> ${sql.lit(name)})::bigint), 0)`;

/** Entries of the range that spent credits, without those that added credits. */
const spent = (db: Handle, { workspaceId, agentId, startMs, endMs }: DayRangeFilter) =>
  db
    .selectFrom('ledger_entries')
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>=', startMs)
    .where('created_at', '<', endMs)
    .$if(agentId !== undefined, (some) => some.where('agent_id', '=', agentId!))
    .where('kind', '<>', 'top_up');

/** Sums by day, agent, kind and model; those of test chats apart. */
export const addUpUsage = (db: Handle, filter: DayRangeFilter) => {
  const day = dayOfCreation(filter);
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
