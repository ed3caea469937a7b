export const fieldTypes = ['TEXT', 'INT', 'FLOAT', 'DATETIME', 'BOOLEAN'] as const;

export type FieldType = (typeof fieldTypes)[number];

export interface TableField {
  name: string;
  description: string;
  type: FieldType;
  required: boolean;
  unique: boolean;
}

export interface AgentTable {
  id: string;
  name: string;
  description: string;
  /** The field that holds a record's user_id: the model then sees the current user's records only. */
  ownerField: string | null;
  recordCount: number;
  fields: TableField[];
}

export type FieldValue = string | number | boolean | null;

export interface TableRecord {
  id: string;
  values: Record<string, FieldValue>;
  createdAt: string;
  updatedAt: string;
}

export interface CsvPreview {
  header: string[];
  /** The field each column goes to; null: nowhere. */
  mapping: (string | null)[];
  totalRows: number;
  goodRows: number;
  /** The first twenty; rows are counted from 1, without the header. */
  rows: { row: number; values: Record<string, unknown>; problem: string | null }[];
  /** The first hundred. */
  problems: { row: number; problem: string }[];
}

export interface RecordImport {
  id: string;
  /** failed: not one row went in. */
  status: 'running' | 'done' | 'failed';
  /** 0 to 1. */
  progress: number;
  total: number;
  added: number;
  refused: number;
  failures: { row: number; reason: string }[];
}
