import { sql } from 'kysely';
import type { Database, Schema } from '../../src/db/index.ts';
import { newId } from '../../src/lib/ids.ts';

const agentCount = 21;
const channels = ['API', 'WIDGET', 'EMBED', 'SHARE'];
const days = 732;
const documents = 2000;
const documentDays = 365;

const counters = [
  'rounds failed_rounds messages_to_people feedback_good feedback_bad quality_unresolved quality_partial quality_full',
  'cost_nano nothing_found conversations handed_off unresolved handoffs handoffs_answered handoffs_open missed_not_taken',
  'missed_no_reply missed_user_left missed_unreachable stars_1 stars_2 stars_3 stars_4 stars_5 tool_calls tool_failures',
].flatMap((line) => line.split(' '));

const histogram = (buckets: number, first: number): string =>
  Array.from({ length: buckets }, (_, index) => `${first + index}:${1 + (index % 90)}`).join(',');

const insertAgents = async (
  db: Database,
  workspaceId: string,
  agentIds: readonly string[],
): Promise<void> => {
  await db.query
    .insertInto('workspaces')
    .values({ id: workspaceId, name: 'Bench', balance_nano: null, reserved_nano: 0, created_at: 0 })
    .execute();
  await db.query
    .insertInto('agents')
    .values(
      agentIds.map((id) => ({
        id,
        workspace_id: workspaceId,
        name: 'Bench',
        kind: 'simple' as const,
        api_enabled: 1 as const,
        settings: '{}',
        version: 1,
        created_at: 0,
        updated_at: 0,
        deleted_at: null,
      })),
    )
    .execute();
};

const insertDays = async (
  db: Database,
  place: { workspace_id: string; agent_id: string; channel: string },
  lastDay: number,
): Promise<void> => {
  const figures = {
    ...Object.fromEntries(counters.map((name, index) => [name, 1000 + index])),
    durations: histogram(150, 60),
    first_tokens: histogram(100, 60),
    waits: histogram(100, 150),
    absences: histogram(365, 0),
  };
  for (let first = lastDay - days + 1; first <= lastDay; first += 100)
    await db.query
      .insertInto('analytics_days')
      .values(
        Array.from(
          { length: Math.min(100, lastDay - first + 1) },
          (_, index) => ({ ...place, day: first + index, ...figures }) as Schema['analytics_days'],
        ),
      )
      .execute();
};

/**
 * The largest roll-up tables: two years of 21 agents with all channels, all buckets and absences of a year on each day,
 * and 2,000 documents that are cited in two channels on each day of a year. 5,000,000 rounds give fewer rows.
 */
export const seedFull = async (db: Database, lastDay: number) => {
  const workspaceId = newId();
  const agentIds = Array.from({ length: agentCount }, () => newId());
  await insertAgents(db, workspaceId, agentIds);
  for (const agent_id of ['', ...agentIds])
    for (const channel of ['', ...channels])
      await insertDays(db, { workspace_id: workspaceId, agent_id, channel }, lastDay);
  const series = (name: string, count: number): string =>
    db.kind === 'sqlite'
      ? `(with recursive ${name}(${name}) as (select 0 union all select ${name} + 1 from ${name} where ${name} < ${count - 1}) select ${name} from ${name})`
      : `generate_series(0, ${count - 1}) as ${name}(${name})`;
  for (const channel of channels.slice(0, 2))
    await sql
      .raw(
        `insert into analytics_documents (workspace_id, agent_id, document_id, day, channel, citations)
        select '${workspaceId}', '${agentIds[0]}', 'doc' || n, ${lastDay} - d, '${channel}', 1 + (n * 7 + d) % 5
        from ${series('d', documentDays)} cross join ${series('n', documents)}`,
      )
      .execute(db.query);
  await sql
    .raw(
      `insert into analytics_document_blocks (workspace_id, agent_id, block, document_id, channel, citations)
      select workspace_id, agent_id, day / 16, document_id, channel, sum(citations) from analytics_documents
      group by 1, 2, 3, 4, 5`,
    )
    .execute(db.query);
  return { workspaceId, agentId: agentIds[0]! };
};
