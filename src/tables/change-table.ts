import type { Handle } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';
import { readTableDefinition } from './define-table.ts';
import type { Field, Table } from './table.ts';
import { findTable } from './table-store.ts';

const taken = (name: string): AppError =>
  new AppError('tableNameTaken', `The agent already has a table named ${name}`);

/** A changed table must follow the rules of a new one. */
export const requireRight = (
  table: Table,
  change: Partial<Pick<Table, 'name' | 'description'>>,
  fields: unknown,
) => readTableDefinition({ name: table.name, description: table.description, ...change, fields });

export const reread = async (tx: Handle, table: Table): Promise<Table> => {
  const changed = await findTable(tx, table.id);
  if (!changed) throw new AppError('tableNotFound');
  return changed;
};

export const requireField = (table: Table, fieldName: string): Field => {
  const field = table.fields.find(({ name }) => name === fieldName);
  if (!field) throw new AppError('notFound', `${fieldName} is not a field of this table`);
  return field;
};

/** Changes that are possible whatever records the table has: names and descriptions. */
export const createTableChanges = () => {
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
    const field = requireField(table, fieldName);
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

  return { describe, describeField };
};
