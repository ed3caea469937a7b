import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';
import { columnOf, toFigures } from './day-store.ts';
import { type CounterName, counterNames, durationNames, type Figures } from './figures.ts';
import { blockDays } from './item-store.ts';

/** What a report covers. */
export interface ReportFilter {
  workspaceId: string;
  /** Absent: all agents. */
  agentId?: string | undefined;
  /** Absent: all channels. */
  channel?: string | undefined;
  /** Days since the epoch, in the time zone of the workspace. */
  firstDay: number;
  /** Inclusive. */
  lastDay: number;
}

/** Oldest day first. Days without activity are absent. Absences are encoded, because they are only counted. */
export const readDays = async (
  db: Handle,
  { workspaceId, agentId = '', channel = '', firstDay, lastDay }: ReportFilter,
): Promise<{ day: number; figures: Figures; absences: string }[]> => {
  const rows = await db
    .selectFrom('analytics_days')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('agent_id', '=', agentId)
    .where('channel', '=', channel)
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay)
    .orderBy('day')
    .execute();
  return rows.map((row) => ({
    day: Number(row.day),
    figures: toFigures(row, durationNames),
    absences: row.absences,
  }));
};

const sums = sql.join(counterNames.map((name) => sql`sum(${sql.ref(columnOf(name))}) as ${sql.ref(name)}`));

/**
 * The agents of a report, also deleted ones. Statements name them, because the keys begin with the agent: without them, both
 * databases would read all days of a workspace.
 */
const agentIdsOf = async (
  db: Handle,
  { workspaceId, agentId }: Pick<ReportFilter, 'workspaceId' | 'agentId'>,
): Promise<string[]> => {
  if (agentId !== undefined) return [agentId];
  const rows = await db.selectFrom('agents').select('id').where('workspace_id', '=', workspaceId).execute();
  return rows.map(({ id }) => id);
};

/** Sums of each agent that was active. */
export const sumByAgent = async (
  db: Handle,
  { workspaceId, channel = '', firstDay, lastDay }: ReportFilter,
): Promise<{ agentId: string; counters: Record<CounterName, number> }[]> => {
  const agentIds = await agentIdsOf(db, { workspaceId });
  if (agentIds.length === 0) return [];
  const { rows } = await sql<Record<CounterName | 'agent_id', unknown>>`select agent_id, ${sums}
    from analytics_days where workspace_id = ${workspaceId} and agent_id in (${sql.join(agentIds)})
      and channel = ${channel} and day >= ${firstDay} and day <= ${lastDay} group by agent_id`.execute(db);
  return rows.map((row) => ({
    agentId: row.agent_id as string,
    counters: Object.fromEntries(counterNames.map((name) => [name, Number(row[name])])) as Record<
      CounterName,
      number
    >,
  }));
};

/** Channels with activity, in any time. One after the other, because the key finds the next one without reading all days. */
export const findChannels = async (db: Handle, workspaceId: string): Promise<string[]> => {
  const channels: string[] = [];
  for (let after = ''; ; ) {
    const row = await db
      .selectFrom('analytics_days')
      .select('channel')
      .where('workspace_id', '=', workspaceId)
      .where('agent_id', '=', '')
      .where('channel', '>', after)
      .orderBy('channel')
      .limit(1)
      .executeTakeFirst();
    if (!row) return channels;
    after = row.channel;
    channels.push(after);
  }
};

const inRange = ({ workspaceId, agentId, channel, firstDay, lastDay }: ReportFilter) =>
  sql`workspace_id = ${workspaceId} and day >= ${firstDay} and day <= ${lastDay}
    ${agentId === undefined ? sql`` : sql`and agent_id = ${agentId}`}
    ${channel === undefined ? sql`` : sql`and channel = ${channel}`}`;

/** Tools with calls, most failures first. */
export const readTools = async (db: Handle, filter: ReportFilter, limit: number) => {
  const { rows } = await sql<{ agentId: string; tool: string; calls: unknown; failures: unknown }>`
    select agent_id as "agentId", tool, sum(calls) as calls, sum(failures) as failures from analytics_tools
    where ${inRange(filter)} group by agent_id, tool having sum(calls) > 0
    order by sum(failures) desc, sum(calls) desc, tool limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, calls: Number(row.calls), failures: Number(row.failures) }));
};

/** Agents often have the same tools, so that there are fewer names than look-ups. */
const mostLookUps = 1000;

/**
 * Names of tools that the agents of a workspace called, in any time. One after the other, because the key finds the next
 * one without reading all days.
 */
export const findToolNames = async (
  db: Handle,
  { workspaceId, agentId }: Pick<ReportFilter, 'workspaceId' | 'agentId'>,
  limit: number,
): Promise<string[]> => {
  const names = new Set<string>();
  let [afterAgent, afterTool] = [agentId ?? '', ''];
  for (let lookUps = 0; lookUps < mostLookUps && names.size < limit; lookUps++) {
    const row = await db
      .selectFrom('analytics_tools')
      .select(['agent_id', 'tool'])
      .where('workspace_id', '=', workspaceId)
      .where(sql<boolean>`(agent_id, tool) > (${afterAgent}, ${afterTool})`)
      .orderBy('agent_id')
      .orderBy('tool')
      .limit(1)
      .executeTakeFirst();
    if (!row || (agentId !== undefined && row.agent_id !== agentId)) break;
    names.add(row.tool);
    [afterAgent, afterTool] = [row.agent_id, row.tool];
  }
  return [...names].sort();
};

/** Citations of whole blocks, and of the days before and after them. */
const citationsIn = (
  { workspaceId, channel, firstDay, lastDay }: ReportFilter,
  agentIds: readonly string[],
) => {
  const firstBlock = Math.ceil(firstDay / blockDays);
  const lastBlock = Math.floor((lastDay + 1) / blockDays) - 1;
  const from = (table: string) => sql`select agent_id, document_id, citations from ${sql.table(table)}
    where workspace_id = ${workspaceId} and agent_id in (${sql.join(agentIds)})
      ${channel === undefined ? sql`` : sql`and channel = ${channel}`}`;
  const days = (first: number, last: number) =>
    sql`${from('analytics_documents')} and day >= ${first} and day <= ${last}`;
  if (firstBlock > lastBlock) return days(firstDay, lastDay);
  return sql`${from('analytics_document_blocks')} and block >= ${firstBlock} and block <= ${lastBlock}
    union all ${days(firstDay, firstBlock * blockDays - 1)}
    union all ${days((lastBlock + 1) * blockDays, lastDay)}`;
};

/** Documents by the number of rounds that cited them, most first. Deleted documents have no name. */
export const readUsedDocuments = async (db: Handle, filter: ReportFilter, limit: number) => {
  const agentIds = await agentIdsOf(db, filter);
  if (agentIds.length === 0) return [];
  const { rows } = await sql<{
    agentId: string;
    documentId: string;
    name: string | null;
    knowledgeBaseId: string | null;
    citations: unknown;
  }>`
    select used.*, documents.name, documents.knowledge_base_id as "knowledgeBaseId" from (
      select agent_id as "agentId", document_id as "documentId", sum(citations) as citations
      from (${citationsIn(filter, agentIds)}) as cited group by agent_id, document_id having sum(citations) > 0
      order by sum(citations) desc, document_id limit ${limit}) as used
    left join documents on documents.id = used."documentId"
    order by used.citations desc, used."documentId"`.execute(db);
  return rows.map((row) => ({ ...row, citations: Number(row.citations) }));
};

const unusedDocuments = ({ workspaceId, agentId, channel, firstDay, lastDay }: ReportFilter) => sql`
  from documents where documents.workspace_id = ${workspaceId} and documents.served_upload_id is not null
    ${agentId === undefined ? sql`` : sql`and documents.agent_id = ${agentId}`}
    and not exists (select 1 from analytics_documents as used
      where used.workspace_id = documents.workspace_id and used.agent_id = documents.agent_id
        and used.document_id = documents.id and used.day >= ${firstDay} and used.day <= ${lastDay}
        and used.citations > 0 ${channel === undefined ? sql`` : sql`and used.channel = ${channel}`})`;

/** Documents that no round cited, oldest first, and their number. */
export const readUnusedDocuments = async (db: Handle, filter: ReportFilter, limit: number) => {
  const { rows: counted } = await sql<{ total: unknown }>`select count(*) as total ${unusedDocuments(
    filter,
  )}`.execute(db);
  const { rows } = await sql<{
    agentId: string;
    documentId: string;
    name: string;
    knowledgeBaseId: string;
    createdAtMs: unknown;
  }>`
    select documents.agent_id as "agentId", documents.id as "documentId", documents.name,
      documents.knowledge_base_id as "knowledgeBaseId", documents.created_at as "createdAtMs"
    ${unusedDocuments(filter)} order by documents.sequence limit ${limit}`.execute(db);
  return {
    total: Number(counted[0]?.total ?? 0),
    items: rows.map((row) => ({ ...row, createdAtMs: Number(row.createdAtMs) })),
  };
};
