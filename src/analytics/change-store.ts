import { sql } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';

type ScannedTable = Schema['analytics_cursors']['name'];

/** One process at a time changes the figures: all others wait for its transaction. */
export const lockFigures = async (tx: Handle, nowMs: number): Promise<void> => {
  await tx
    .insertInto('analytics_cursors')
    .values({ name: 'rounds', scanned_id: '', scanned_at: nowMs })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ scanned_at: nowMs }))
    .execute();
};

export const findCursor = async (db: Handle, name: ScannedTable) =>
  db
    .selectFrom('analytics_cursors')
    .select(['scanned_id as scannedId', 'scanned_at as scannedAtMs'])
    .where('name', '=', name)
    .executeTakeFirst();

export const saveCursor = async (
  tx: Handle,
  name: ScannedTable,
  scannedId: string,
  nowMs: number,
): Promise<void> => {
  await tx
    .insertInto('analytics_cursors')
    .values({ name, scanned_id: scannedId, scanned_at: nowMs })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ scanned_id: scannedId, scanned_at: nowMs }),
    )
    .execute();
};

/** How many rows a statement looks at, for each row that is wanted. */
const lookedAtPerRow = 10;

/**
 * Rows after an ID that are not in the figures, in the order of their IDs. Fewer than `limit` only if there are no more.
 * Each statement looks at a limited number of rows. Without this limit PostgreSQL reads all facts in each statement when
 * there are millions, because it cannot estimate how many rows have no figures.
 */
export const findUncounted = async (
  db: Handle,
  table: ScannedTable,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<string[]> => {
  const rowsAtOnce = limit * lookedAtPerRow;
  const found: string[] = [];
  for (let fromId = afterId; ; ) {
    const { rows } = await sql<{ id: string }>`select id from (
        select id, workspace_id from ${sql.table(table)} where id > ${fromId} order by id limit ${rowsAtOnce}
      ) as source
      where not exists (select 1 from analytics_facts
        where analytics_facts.workspace_id = source.workspace_id and analytics_facts.source_id = source.id)
      order by id limit ${limit - found.length}`.execute(db);
    found.push(...rows.map(({ id }) => id));
    if (found.length === limit) return found;
    const { rows: lastRows } = await sql<{ id: string }>`select id from ${sql.table(table)}
      where id > ${fromId} order by id limit 1 offset ${rowsAtOnce - 1}`.execute(db);
    const [last] = lastRows;
    if (!last) return found;
    fromId = last.id;
  }
};

/** Oldest first. */
export const findChanges = async (
  db: Handle,
  { afterPosition, limit }: { afterPosition: number; limit: number },
) => {
  const rows = await db
    .selectFrom('analytics_changes')
    .select(['position', 'workspace_id as workspaceId', 'kind', 'source_id as sourceId'])
    .where('position', '>', afterPosition)
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, position: Number(row.position) }));
};

export type Change = Awaited<ReturnType<typeof findChanges>>[number];

export const deleteChanges = async (tx: Handle, positions: readonly number[]): Promise<void> => {
  if (positions.length > 0)
    await tx.deleteFrom('analytics_changes').where('position', 'in', positions).execute();
};

/** Rounds that must be looked at again when they have ended. */
export const markRunning = async (tx: Handle, roundIds: readonly string[]): Promise<void> => {
  if (roundIds.length === 0) return;
  const marked = await tx
    .selectFrom('analytics_changes')
    .select('source_id')
    .where('source_id', 'in', roundIds)
    .execute();
  const known = new Set(marked.map((row) => row.source_id));
  const rows = await tx
    .selectFrom('rounds')
    .select(['id', 'workspace_id'])
    .where('id', 'in', roundIds)
    .execute();
  const missing = rows.filter(({ id }) => !known.has(id));
  if (missing.length === 0) return;
  await tx
    .insertInto('analytics_changes')
    .values(
      missing.map((row) => ({ workspace_id: row.workspace_id, kind: 'rounds' as const, source_id: row.id })),
    )
    .execute();
};

/** Older rows than this without figures mean that the figures are still being counted. */
const currentSeconds = 180;

/** Whether rows were found lately that are far older than the newest ones: the first count of existing data. */
export const isBehind = async (db: Handle, nowMs: number): Promise<boolean> => {
  const limitId = (Math.floor(nowMs / 1000) - currentSeconds).toString(16).padStart(8, '0');
  const cursor = await findCursor(db, 'rounds');
  const { rows } = await sql`select 1 from rounds where id > ${cursor?.scannedId ?? ''} and id < ${limitId}
    limit 1`.execute(db);
  return rows.length > 0;
};

/** Those of the rows that have changed since they were counted. Few changes wait, so that they need no index. */
export const findMarked = async (db: Handle, sourceIds: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('analytics_changes')
    .select('source_id')
    .distinct()
    .where('source_id', 'in', sourceIds)
    .execute();
  return rows.map((row) => row.source_id);
};

export const deleteChangesOf = async (tx: Handle, sourceIds: readonly string[]): Promise<void> => {
  await tx.deleteFrom('analytics_changes').where('source_id', 'in', sourceIds).execute();
};
