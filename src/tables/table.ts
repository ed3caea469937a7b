import type { FieldType } from '../db/schema/tables.ts';

export type { FieldType };

export const fieldTypes = ['TEXT', 'INT', 'FLOAT', 'DATETIME', 'BOOLEAN'] as const satisfies FieldType[];

/** A value as stored and displayed: DATETIME as `YYYY-MM-DD HH:MM:SS` in UTC. */
export type FieldValue = string | number | boolean | null;

export interface NewField {
  name: string;
  description: string;
  type: FieldType;
  required: boolean;
  unique: boolean;
}

export interface Field extends NewField {
  /** Identifies the field in the indexes, across all tables. */
  fieldNo: number;
}

export interface Table {
  id: string;
  tableNo: number;
  workspaceId: string;
  agentId: string;
  ownerId: string;
  name: string;
  description: string;
  /** The field that holds the user a record belongs to, if any. */
  ownerField: string | null;
  fields: Field[];
  recordCount: number;
  /** Record numbers assigned so far, including those of deleted records. */
  numbersGiven: number;
  version: number;
}

export interface TableRecord {
  id: string;
  value: Record<string, FieldValue>;
  createdAtMs: number;
  updatedAtMs: number;
}

export const maxFields = 64;
/** Leaves numbers for two million tables within the safe integers. */
const recordsPerTable = 2 ** 32;

export const fieldNoOf = (tableNo: number, position: number): number => tableNo * maxFields + position;

/** Index of a field's value in the value list of a record. */
export const slotOf = ({ fieldNo }: Pick<Field, 'fieldNo'>): number => fieldNo % maxFields;

/** Range of the record numbers of a table: `first` is included, `end` is not. */
export const recordRange = (tableNo: number): { first: number; end: number } => ({
  first: tableNo * recordsPerTable,
  end: (tableNo + 1) * recordsPerTable,
});
