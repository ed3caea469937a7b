export type { RecordSelector } from './change-record.ts';
export type { CsvPreview } from './csv/preview-csv.ts';
export { longestCsv, mostCsvRows } from './csv/read-csv.ts';
export type { FailedRow, ImportedRow } from './import-records.ts';
export type { RecordQuery } from './record-query.ts';
export { type Field, type FieldValue, fieldTypes, type Table, type TableRecord } from './table.ts';
export { createTableTools, type TableToolAnswer, type TableTools } from './table-tools.ts';
export { createTables, type ImportResult, type RecordChange, type Tables } from './tables.ts';
