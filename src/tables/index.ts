export { longestCsv, mostCsvRows } from './csv/read-csv.ts';
export { type Field, type FieldValue, fieldTypes, type Table, type TableRecord } from './table.ts';
export { createTables, type ImportResult, type Tables } from './tables.ts';
export { createTableTools } from './tools/table-tools.ts';
