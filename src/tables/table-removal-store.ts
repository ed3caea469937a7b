import { sql } from 'kysely';
import { dialectOf, type Handle } from '../db/index.ts';
import { fieldNoOf, maxFields, recordRange } from './table.ts';

const keysOf = {
  record_values: ['field_no', 'key', 'record_no'],
  unique_values: ['field_no', 'key'],
  absent_values: ['field_no', 'record_no'],
  value_totals: ['field_no', 'key'],
} as const;

/** Deletes a batch of entries of the table's fields from an index. False if none was left. */
export const deleteEntries = async (
  db: Handle,
  index: keyof typeof keysOf,
  { tableNo, limit }: { tableNo: number; limit: number },
): Promise<boolean> => {
  const key = sql.join(keysOf[index].map((column) => sql.ref(column)));
  const [first, end] = [fieldNoOf(tableNo, 0), fieldNoOf(tableNo, maxFields)];
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(index)} where (${key}) in (
    select ${key} from ${sql.table(index)} where field_no >= ${first} and field_no < ${end}
    limit ${limit})`.execute(db);
  return numAffectedRows > 0n;
};

/** Deletes a batch of records of the table. False if none was left. */
export const deleteRecords = async (
  tx: Handle,
  { tableNo, limit }: { tableNo: number; limit: number },
): Promise<boolean> => {
  const { first, end } = recordRange(tableNo);
  const rows = await tx
    .selectFrom('records')
    .select('record_no')
    .where('record_no', '>=', first)
    .where('record_no', '<', end)
    .orderBy('record_no')
    .limit(limit)
    .execute();
  if (rows.length === 0) return false;
  const last = rows.at(-1)!.record_no;
  if (dialectOf(tx) === 'sqlite')
    await sql`delete from record_search where rowid in
      (select record_no from records where record_no >= ${first} and record_no <= ${last})`.execute(tx);
  for (const name of ['record_texts', 'records'] as const)
    await tx.deleteFrom(name).where('record_no', '>=', first).where('record_no', '<=', last).execute();
  return true;
};

/** Marks a table as removed, which frees its name. False if it was removed already. */
export const markRemoved = async (
  tx: Handle,
  { id, tableNo, nowMs }: { id: string; tableNo: number; nowMs: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('agent_tables')
    .set({ removed_at: nowMs, name: `#${id}` })
    .where('table_no', '=', tableNo)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const imports = tx.selectFrom('record_imports').select('id').where('table_id', '=', id);
  await tx.deleteFrom('record_import_rows').where('import_id', 'in', imports).execute();
  await tx.deleteFrom('record_imports').where('table_id', '=', id).execute();
  return true;
};

export const deleteTable = async (tx: Handle, tableNo: number): Promise<void> => {
  await tx.deleteFrom('agent_tables').where('table_no', '=', tableNo).execute();
};
