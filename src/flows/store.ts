import type { Insertable, Selectable } from 'kysely';
import { type Handle, prepared, type Schema } from '../db/index.ts';

export type FlowRow = Selectable<Schema['flows']>;
export type FlowVersionRow = Selectable<Schema['flow_versions']>;

const publishedOf = prepared<{ agentId: string }, { version: number; graph: string }>((db, value) =>
  db
    .selectFrom('flows')
    .innerJoin('flow_versions', (join) =>
      join
        .onRef('flow_versions.agent_id', '=', 'flows.agent_id')
        .onRef('flow_versions.version', '=', 'flows.published_version'),
    )
    .select(['flow_versions.version', 'flow_versions.graph'])
    .where('flows.agent_id', '=', value('agentId')),
);

export const findPublished = async (
  db: Handle,
  agentId: string,
): Promise<{ version: number; graph: string } | undefined> => (await publishedOf(db, { agentId }))[0];

export const findFlow = (db: Handle, agentId: string): Promise<FlowRow | undefined> =>
  db.selectFrom('flows').selectAll().where('agent_id', '=', agentId).executeTakeFirst();

/** False if the draft is no longer at the previous revision. */
export const saveDraft = async (
  db: Handle,
  { agentId, draft, revision, nowMs }: { agentId: string; draft: string; revision: number; nowMs: number },
): Promise<boolean> => {
  if (revision === 1) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('flows')
      .values({ agent_id: agentId, draft, revision, published_version: null, updated_at: nowMs })
      .onConflict((conflict) => conflict.column('agent_id').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await db
    .updateTable('flows')
    .set({ draft, revision, updated_at: nowMs })
    .where('agent_id', '=', agentId)
    .where('revision', '=', revision - 1)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const newestVersion = async (db: Handle, agentId: string): Promise<number> => {
  const row = await db
    .selectFrom('flow_versions')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return Number(row?.version ?? 0);
};

export const insertVersion = (db: Handle, row: Insertable<Schema['flow_versions']>) =>
  db.insertInto('flow_versions').values(row).execute();

/** False if the published version is no longer `from`. */
export const pointTo = async (
  db: Handle,
  { agentId, from, to }: { agentId: string; from: number | null; to: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('flows')
    .set({ published_version: to })
    .where('agent_id', '=', agentId)
    .where('published_version', from === null ? 'is' : '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const findVersion = (
  db: Handle,
  agentId: string,
  version: number,
): Promise<FlowVersionRow | undefined> =>
  db
    .selectFrom('flow_versions')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('version', '=', version)
    .executeTakeFirst();

/** Without its graph. */
interface FlowVersion {
  version: number;
  note: string;
  createdBy: string;
  createdAtMs: number;
}

/** Newest first. */
export const listVersions = async (
  db: Handle,
  agentId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ versions: FlowVersion[]; total: number }> => {
  const all = db.selectFrom('flow_versions').where('agent_id', '=', agentId);
  const versions = await all
    .select(['version', 'note', 'created_by as createdBy', 'created_at as createdAtMs'])
    .orderBy('version', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { versions, total: Number(total) };
};
