import { renderTemplate } from '../../flows/index.ts';
import type { Component } from './component.ts';
import { fieldValues, openTable } from './open-table.ts';

export const updateRecord: Component<'table-update'> = async ({ node, run, state: { variables } }) => {
  const { table, call } = await openTable(run, node.table);
  const { id } = await call('update', {
    record_id: renderTemplate(node.recordId, variables).trim(),
    fields: fieldValues(table, node.values, variables),
  });
  variables.set(node.saveAs, { id });
  return { detail: { table: table.name, recordId: id } };
};
