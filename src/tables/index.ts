export { readTableDefinition } from './define-table.ts';
export { requireDateOrders } from './sheets/read-rows.ts';
export { longestCsv, longestFileContent, mostColumns, mostImportRows } from './sheets/read-sheets.ts';
export { type Field, type FieldValue, fieldTypes, type Table, type TableRecord } from './table.ts';
export { createTables, type ImportResult, type Tables } from './tables.ts';
export { createTableTools } from './tools/table-tools.ts';
