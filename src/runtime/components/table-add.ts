import type { Component } from './component.ts';
import { fieldValues, openTable } from './open-table.ts';

export const addRecord: Component<'table-add'> = async ({ node, run, state: { variables } }) => {
  const { table, call } = await openTable(run, node.table);
  const { id } = await call('add', fieldValues(table, node.values, variables));
  variables.set(node.saveAs, { id });
  return { detail: { table: table.name, recordId: id } };
};
