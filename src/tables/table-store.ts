import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';
import { type Field, fieldNoOf, type NewField, type Table } from './table.ts';

type TableRow = Selectable<Schema['agent_tables']>;
type FieldRow = Selectable<Schema['table_fields']>;

const toField = (row: FieldRow): Field => ({
  fieldNo: row.field_no,
  name: row.name,
  description: row.description,
  type: row.type,
  required: row.required === 1,
  unique: row.is_unique === 1,
});

const toTable = (row: TableRow, fields: readonly FieldRow[]): Table => ({
  id: row.id,
  tableNo: row.table_no,
  workspaceId: row.workspace_id,
  agentId: row.agent_id,
  ownerId: row.owner_id,
  name: row.name,
  description: row.description,
  ownerField: row.owner_field,
  fields: fields.filter((field) => field.table_no === row.table_no).map(toField),
  recordCount: row.record_count,
  numbersGiven: row.next_record,
  version: row.version,
});

const withFields = async (db: Handle, rows: readonly TableRow[]): Promise<Table[]> => {
  if (rows.length === 0) return [];
  const fields = await db
    .selectFrom('table_fields')
    .selectAll()
    .where(
      'table_no',
      'in',
      rows.map((row) => row.table_no),
    )
    .orderBy('position')
    .execute();
  return rows.map((row) => toTable(row, fields));
};

export const findTable = async (db: Handle, id: string): Promise<Table | undefined> => {
  const row = await db
    .selectFrom('agent_tables')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row && (await withFields(db, [row]))[0];
};

/** Oldest first. */
export const listTables = async (
  db: Handle,
  agentId: string,
  page: { offset: number; limit: number },
): Promise<Table[]> =>
  withFields(
    db,
    await db
      .selectFrom('agent_tables')
      .selectAll()
      .where('agent_id', '=', agentId)
      .where('removed_at', 'is', null)
      .orderBy('table_no')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
  );

export const countTables = async (db: Handle, agentId: string): Promise<number> => {
  const { total } = await db
    .selectFrom('agent_tables')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('agent_id', '=', agentId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(total);
};

interface NewTableRow {
  id: string;
  workspaceId: string;
  agentId: string;
  ownerId: string;
  name: string;
  description: string;
  fields: readonly NewField[];
  nowMs: number;
}

/** False if the agent already has a table with that name. */
export const insertTable = async (tx: Handle, table: NewTableRow): Promise<boolean> => {
  const inserted = await tx
    .insertInto('agent_tables')
    .values({
      id: table.id,
      workspace_id: table.workspaceId,
      agent_id: table.agentId,
      owner_id: table.ownerId,
      name: table.name,
      description: table.description,
      owner_field: null,
      record_count: 0,
      next_record: 0,
      version: 0,
      created_at: table.nowMs,
    })
    .onConflict((conflict) => conflict.columns(['agent_id', 'name']).doNothing())
    .returning('table_no')
    .executeTakeFirst();
  if (!inserted) return false;
  await tx
    .insertInto('table_fields')
    .values(
      table.fields.map((field, position) => ({
        field_no: fieldNoOf(inserted.table_no, position),
        table_no: inserted.table_no,
        position,
        name: field.name,
        description: field.description,
        type: field.type,
        required: field.required ? (1 as const) : (0 as const),
        is_unique: field.unique ? (1 as const) : (0 as const),
      })),
    )
    .execute();
  return true;
};

export const setOwnerField = async (
  db: Handle,
  tableId: string,
  ownerField: string | null,
): Promise<void> => {
  await db.updateTable('agent_tables').set({ owner_field: ownerField }).where('id', '=', tableId).execute();
};

const takeRow = (tx: Handle, tableNo: number, count: number): Promise<TableRow | undefined> =>
  tx
    .updateTable('agent_tables')
    .set((eb) => ({ next_record: eb('next_record', '+', count), version: eb('version', '+', 1) }))
    .where('table_no', '=', tableNo)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/**
 * Must be the first call in every transaction that writes records: the row lock serializes writers of one
 * table, so that two imports cannot deadlock on each other's unique values. Marks the table as
 * changed and returns its current state, because its fields may have changed since it was read. Undefined if
 * it was deleted.
 */
export const openForWriting = async (tx: Handle, tableNo: number): Promise<Table | undefined> => {
  const row = await takeRow(tx, tableNo, 0);
  return row && (await withFields(tx, [row]))[0];
};

/** The first of `count` numbers for new records, in a table that is open for writing. */
export const takeNumbers = async (
  tx: Handle,
  tableNo: number,
  count: number,
): Promise<number | undefined> => {
  const row = await takeRow(tx, tableNo, count);
  return row && row.next_record - count;
};

export const addToRecordCount = async (tx: Handle, tableNo: number, count: number): Promise<void> => {
  if (count === 0) return;
  await tx
    .updateTable('agent_tables')
    .set((eb) => ({ record_count: eb('record_count', '+', count) }))
    .where('table_no', '=', tableNo)
    .execute();
};
