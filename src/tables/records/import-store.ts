import type { Insertable, Selectable } from 'kysely';
import type { Handle, Schema } from '../../db/index.ts';

export type ImportRow = Selectable<Schema['record_imports']>;

/** Inserts an import and its rows, in the transaction that enqueues its job. */
export const insertImport = async (
  tx: Handle,
  row: Insertable<Schema['record_imports']>,
  rows: string,
): Promise<void> => {
  await tx.insertInto('record_imports').values(row).execute();
  await tx.insertInto('record_import_rows').values({ import_id: row.id, rows }).execute();
};

export const readImportRows = async (db: Handle, id: string): Promise<string> => {
  const found = await db
    .selectFrom('record_import_rows')
    .select('rows')
    .where('import_id', '=', id)
    .executeTakeFirst();
  return found?.rows ?? '[]';
};

export const findImport = (db: Handle, id: string): Promise<ImportRow | undefined> =>
  db.selectFrom('record_imports').selectAll().where('id', '=', id).executeTakeFirst();

/** In the requested order. Unknown ids are skipped. */
export const findImports = async (
  db: Handle,
  agentId: string,
  ids: readonly string[],
): Promise<ImportRow[]> => {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('record_imports')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('agent_id', '=', agentId)
    .execute();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
};

type ImportProgress = Pick<
  ImportRow,
  'status' | 'next_row' | 'success_count' | 'fail_count' | 'fail_detail' | 'ended_at'
>;

/**
 * Advances an import from the state that was read. False if it has advanced meanwhile: another process took
 * the job over, and this transaction must be rolled back.
 */
export const advanceImport = async (tx: Handle, row: ImportRow, next: ImportProgress): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('record_imports')
    .set({
      status: next.status,
      next_row: next.next_row,
      success_count: next.success_count,
      fail_count: next.fail_count,
      fail_detail: next.fail_detail,
      ended_at: next.ended_at,
    })
    .where('id', '=', row.id)
    .where('next_row', '=', row.next_row)
    .where('status', '=', 'PENDING_PARSE')
    .executeTakeFirst();
  if (numUpdatedRows === 1n && next.status !== 'PENDING_PARSE')
    await tx.deleteFrom('record_import_rows').where('import_id', '=', row.id).execute();
  return numUpdatedRows === 1n;
};

/** Deletes results of imports that ended long ago. */
export const sweepImports = (db: Handle, tableId: string, endedBeforeMs: number) =>
  db
    .deleteFrom('record_imports')
    .where('table_id', '=', tableId)
    .where('ended_at', '<', endedBeforeMs)
    .execute();
