import type { Insertable, Selectable } from 'kysely';
import type { Handle, Schema } from '../../db/index.ts';

export type AgentVersionRow = Selectable<Schema['agent_versions']>;

export const versionId = (agentId: string, version: number): string => `${agentId}:${version}`;

export const insertVersion = (tx: Handle, row: Insertable<Schema['agent_versions']>) =>
  tx.insertInto('agent_versions').values(row).execute();

export const findVersion = (
  db: Handle,
  agentId: string,
  version: number,
): Promise<AgentVersionRow | undefined> =>
  db
    .selectFrom('agent_versions')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('version', '=', version)
    .executeTakeFirst();

/** 0 if there is none. */
export const newestVersion = async (db: Handle, agentId: string): Promise<number> => {
  const row = await db
    .selectFrom('agent_versions')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return Number(row?.version ?? 0);
};

/** Without its settings. */
export interface AgentVersion {
  version: number;
  name: string;
  note: string;
  createdBy: string;
  createdAtMs: number;
  restoredFrom: number | null;
  publishedAtMs: number | null;
  publishedBy: string | null;
}

const listed = [
  'version',
  'name',
  'note',
  'created_by as createdBy',
  'created_at as createdAtMs',
  'restored_from as restoredFrom',
  'published_at as publishedAtMs',
  'published_by as publishedBy',
] as const;

/** Newest first. */
export const listVersions = async (
  db: Handle,
  agentId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ versions: AgentVersion[]; total: number }> => {
  const all = db.selectFrom('agent_versions').where('agent_id', '=', agentId);
  const versions = await all.select(listed).orderBy('version', 'desc').limit(limit).offset(offset).execute();
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { versions, total: Number(total) };
};

/** False if there is no such version. */
export const setNote = async (
  tx: Handle,
  agentId: string,
  version: number,
  note: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('agent_versions')
    .set({ note })
    .where('agent_id', '=', agentId)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const markPublished = (
  tx: Handle,
  { agentId, version, by, nowMs }: { agentId: string; version: number; by: string; nowMs: number },
) =>
  tx
    .updateTable('agent_versions')
    .set({ published_at: nowMs, published_by: by })
    .where('agent_id', '=', agentId)
    .where('version', '=', version)
    .execute();

export const listSizes = (tx: Handle, agentId: string): Promise<{ version: number; bytes: number }[]> =>
  tx
    .selectFrom('agent_versions')
    .select(['version', 'settings_bytes as bytes'])
    .where('agent_id', '=', agentId)
    .orderBy('version', 'desc')
    .execute();

export const deleteVersions = (tx: Handle, agentId: string, versions: readonly number[]) =>
  tx.deleteFrom('agent_versions').where('agent_id', '=', agentId).where('version', 'in', versions).execute();

export const deleteAllVersions = (tx: Handle, agentId: string) =>
  tx.deleteFrom('agent_versions').where('agent_id', '=', agentId).execute();
