import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { type Handle, prepared, type Schema } from '../db/index.ts';

export type AgentRow = Selectable<Schema['agents']>;

const agentById = prepared<{ id: string }, AgentRow>((db, value) =>
  db.selectFrom('agents').selectAll().where('id', '=', value('id')),
);

export const findAgent = async (db: Handle, id: string): Promise<AgentRow | undefined> =>
  (await agentById(db, { id }))[0];

export const insertAgent = (db: Handle, row: Insertable<Schema['agents']>) =>
  db.insertInto('agents').values(row).execute();

export type AgentSummaryRow = Omit<AgentRow, 'settings' | 'encryption_key_id'>;

const summaryColumns = [
  'id',
  'workspace_id',
  'name',
  'kind',
  'api_enabled',
  'version',
  'created_at',
  'updated_at',
  'deleted_at',
  'drafts_enabled',
  'draft_version',
] as const;

const likePattern = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

export interface AgentPage {
  offset: number;
  limit: number;
  /** Part of the name. */
  name?: string | undefined;
}

/** Agents of one workspace that are not deleted, oldest first, without their settings, which a list does not need. */
export const listAgents = async (
  db: Handle,
  workspaceId: string,
  { offset, limit, name = '' }: AgentPage,
): Promise<{ agents: AgentSummaryRow[]; total: number }> => {
  const live = db
    .selectFrom('agents')
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .$if(name !== '', (some) =>
      // Also as written, because SQLite's lower() changes only ASCII.
      some.where(
        sql<boolean>`(lower(name) like ${likePattern(name.toLowerCase())} escape '\\' or name like ${likePattern(name)} escape '\\')`,
      ),
    );
  const agents = await live
    .select(summaryColumns)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await live.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { agents, total: Number(total) };
};

/** The state that was read before a change. */
interface ReadState {
  id: string;
  publishedVersion: number;
  draftVersion: number | null;
  draftsEnabled: boolean;
}

/** False if the agent was changed since `read`. */
export const updateAgent = async (
  db: Handle,
  read: ReadState,
  change: Updateable<Schema['agents']>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('agents')
    .set(change)
    .where('id', '=', read.id)
    .where('version', '=', read.publishedVersion)
    .where('draft_version', read.draftVersion === null ? 'is' : '=', read.draftVersion)
    .where('drafts_enabled', '=', read.draftsEnabled ? 1 : 0)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Makes an agent that was created hidden visible. */
export const revealAgent = (tx: Handle, id: string) =>
  tx.updateTable('agents').set({ deleted_at: null }).where('id', '=', id).execute();

export const markAgentDeleted = async (db: Handle, id: string, nowMs: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('agents')
    .set({ deleted_at: nowMs, updated_at: nowMs })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};
