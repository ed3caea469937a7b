import { renderTemplate } from '../../flows/index.ts';
import type { Component } from './component.ts';
import { fieldValues, openTable } from './open-table.ts';

export const lookUpRecords: Component<'table-lookup'> = async ({ node, run, state: { variables } }) => {
  const { table, call } = await openTable(run, node.table);
  const { rows } = await call('lookup', {
    filter: fieldValues(table, node.filter, variables),
    keyword: renderTemplate(node.keyword, variables).trim(),
    limit: node.limit,
  });
  const found = rows as unknown[];
  variables.set(node.saveAs, { count: found.length, rows: found, first: found[0] ?? null });
  return { detail: { table: table.name, found: found.length } };
};
