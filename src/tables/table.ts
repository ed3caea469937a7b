import type { FieldType } from '../db/schema/tables.ts';

export type { FieldType };

export const fieldTypes = ['TEXT', 'INT', 'FLOAT', 'DATETIME', 'BOOLEAN'] as const satisfies FieldType[];

/** A value as it is stored and shown: DATETIME as `YYYY-MM-DD HH:MM:SS` in UTC. */
export type FieldValue = string | number | boolean | null;

export interface NewField {
  name: string;
  description: string;
  type: FieldType;
  required: boolean;
  unique: boolean;
}

export interface Field extends NewField {
  /** Names the field in the indexes, over all tables. */
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
  /** The field that says which user a record belongs to, if one does. */
  ownerField: string | null;
  fields: Field[];
  recordCount: number;
  /** Numbers given to records so far, those of deleted ones included. */
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
/** Leaves two million tables within the whole numbers of a double. */
const recordsPerTable = 2 ** 32;

export const fieldNoOf = (tableNo: number, position: number): number => tableNo * maxFields + position;

/** Where the value of a field stands in the list of a record's values. */
export const slotOf = ({ fieldNo }: Pick<Field, 'fieldNo'>): number => fieldNo % maxFields;

/** Numbers of a table's records: from `first` up to and without `end`. */
export const recordRange = (tableNo: number): { first: number; end: number } => ({
  first: tableNo * recordsPerTable,
  end: (tableNo + 1) * recordsPerTable,
});
