import type { Handle } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';
import { readTableDefinition } from './define-table.ts';
import type { RecordStore } from './record-store.ts';
import { fieldNoOf, maxFields, recordRange, type Table } from './table.ts';
import { findTable, openForWriting } from './table-store.ts';

/** Every record is told to lack the new field, in one transaction that everybody else waits for. */
const mostRecords = 20_000;
const recordsAtOnce = 1000;

const taken = (name: string): AppError =>
  new AppError('tableNameTaken', `The agent already has a table named ${name}`);

/** The rules of a new table go for a changed one. */
const requireRight = (table: Table, change: Partial<Pick<Table, 'name' | 'description'>>, fields: unknown) =>
  readTableDefinition({ name: table.name, description: table.description, ...change, fields });

/** What may be changed about a table that has records: its words, and fields that are added. */
export const createTableChanges = ({ store }: { store: RecordStore }) => {
  const reread = async (tx: Handle, table: Table): Promise<Table> => {
    const changed = await findTable(tx, table.id);
    if (!changed) throw new AppError('tableNotFound');
    return changed;
  };

  const isNameTaken = async (tx: Handle, { agentId, id }: Table, name: string): Promise<boolean> =>
    (await tx
      .selectFrom('agent_tables')
      .select('id')
      .where('agent_id', '=', agentId)
      .where('name', '=', name)
      .where('id', '<>', id)
      .executeTakeFirst()) !== undefined;

  const describe = async (
    tx: Handle,
    table: Table,
    change: { name?: string; description?: string },
  ): Promise<Table> => {
    const { name, description } = requireRight(table, change, table.fields);
    if (name !== table.name && (await isNameTaken(tx, table, name))) throw taken(name);
    await tx.updateTable('agent_tables').set({ name, description }).where('id', '=', table.id).execute();
    return reread(tx, table);
  };

  const describeField = async (
    tx: Handle,
    table: Table,
    fieldName: string,
    change: { name?: string; description?: string },
  ): Promise<Table> => {
    const field = table.fields.find(({ name }) => name === fieldName);
    if (!field) throw new AppError('notFound', `${fieldName} is no field of this table`);
    const fields = table.fields.map((one) => (one === field ? { ...one, ...change } : one));
    const { name, description } = requireRight(table, {}, fields).fields[table.fields.indexOf(field)]!;
    await tx
      .updateTable('table_fields')
      .set({ name, description })
      .where('field_no', '=', field.fieldNo)
      .execute();
    if (table.ownerField === field.name)
      await tx.updateTable('agent_tables').set({ owner_field: name }).where('id', '=', table.id).execute();
    return reread(tx, table);
  };

  const lackField = async (tx: Handle, table: Table, fieldNo: number): Promise<void> => {
    const { first, end } = recordRange(table.tableNo);
    let after = first - 1;
    while (true) {
      const rows = await tx
        .selectFrom('records')
        .select('record_no')
        .where('record_no', '>', after)
        .where('record_no', '<', end)
        .orderBy('record_no')
        .limit(recordsAtOnce)
        .execute();
      if (rows.length === 0) return;
      await store.addAbsent(
        tx,
        rows.map((row): [number, number] => [fieldNo, row.record_no]),
      );
      after = rows.at(-1)!.record_no;
    }
  };

  const addField = async (tx: Handle, before: Table, definition: object): Promise<Table> => {
    if ((await openForWriting(tx, before.tableNo, 0)) === undefined) throw new AppError('tableNotFound');
    const table = await reread(tx, before);
    const position = table.fields.length;
    const field = requireRight(table, {}, [...table.fields, definition]).fields[position]!;
    if (position >= maxFields) throw new AppError('tooManyFields');
    if (field.required && table.recordCount > 0)
      throw new AppError('invalidParameter', 'required must be false: the table has records without it');
    if (table.recordCount > mostRecords)
      throw new AppError(
        'invalidParameter',
        `A field can be added to a table of at most ${mostRecords} records; make a new table and import them`,
      );
    const fieldNo = fieldNoOf(table.tableNo, position);
    const { name, description, type } = field;
    await tx
      .insertInto('table_fields')
      .values({
        ...{ field_no: fieldNo, table_no: table.tableNo, position, name, description, type },
        required: field.required ? 1 : 0,
        is_unique: field.unique ? 1 : 0,
      })
      .execute();
    await lackField(tx, table, fieldNo);
    return reread(tx, table);
  };

  return { describe, describeField, addField };
};
