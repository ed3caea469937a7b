import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../db/index.ts';
import { fieldNoOf, maxFields, recordRange, type Table } from './table.ts';

const recordsPerStep = 5000;

/**
 * Takes a table away with everything in it. The table goes first, so that nobody finds it half emptied; its
 * records follow in steps, because a large table would hold up everyone else.
 */
export const removeTable = async (db: Database, table: Table): Promise<void> => {
  const [firstField, endField] = [fieldNoOf(table.tableNo, 0), fieldNoOf(table.tableNo, maxFields)];
  const ofTable = (name: string) =>
    sql`delete from ${sql.table(name)} where field_no >= ${firstField} and field_no < ${endField}`;
  await db.transaction(async (tx) => {
    for (const name of ['absent_values', 'unique_values']) await ofTable(name).execute(tx);
    const imports = tx.selectFrom('record_imports').select('id').where('table_id', '=', table.id);
    await tx.deleteFrom('record_import_rows').where('import_id', 'in', imports).execute();
    await tx.deleteFrom('record_imports').where('table_id', '=', table.id).execute();
    await tx.deleteFrom('agent_tables').where('table_no', '=', table.tableNo).execute();
  });
  await ofTable('record_values').execute(db.query);
  const { first, end } = recordRange(table.tableNo);
  const last = Math.min(end, first + table.numbersGiven + recordsPerStep);
  for (let at = first; at < last; at += recordsPerStep) {
    const to = at + recordsPerStep;
    await db.transaction(async (tx) => {
      if (db.kind === 'sqlite')
        await sql`delete from record_search where rowid in
          (select record_no from records where record_no >= ${at} and record_no < ${to})`.execute(tx);
      await tx.deleteFrom('records').where('record_no', '>=', at).where('record_no', '<', to).execute();
    });
    await nextTurn();
  }
};
