import type { AbsentEntry, IndexEntry, RecordRow } from '../records/record-store.ts';
import { type Field, type FieldValue, slotOf, type Table, type TableRecord } from '../table.ts';
import { readValue } from './read-value.ts';
import { searchText } from './search-text.ts';
import { valueKey } from './value-key.ts';

/** Entries of a record in the three indexes. */
export interface RecordEntries {
  unique: IndexEntry[];
  plain: IndexEntry[];
  absent: AbsentEntry[];
}

export const entriesOf = (
  fields: readonly Field[],
  values: readonly FieldValue[],
  recordNo: number,
): RecordEntries => {
  const entries: RecordEntries = { unique: [], plain: [], absent: [] };
  for (const field of fields) {
    const value = values[slotOf(field)] ?? null;
    if (value === null) entries.absent.push([field.fieldNo, recordNo]);
    else entries[field.unique ? 'unique' : 'plain'].push([field.fieldNo, valueKey(value), recordNo]);
  }
  return entries;
};

/** Values by slot of their field, or all problems in one sentence. */
export const readRecord = (
  table: Pick<Table, 'fields'>,
  values: Record<string, unknown>,
): { values: FieldValue[] } | { problem: string } => {
  const known = new Set(table.fields.map((field) => field.name));
  const problems = Object.keys(values)
    .filter((name) => !known.has(name))
    .map((name) => `${name} is not a field of this table`);
  // The slot of a removed field stays empty.
  const read: FieldValue[] = new Array(Math.max(...table.fields.map(slotOf)) + 1).fill(null);
  for (const field of table.fields) {
    const result = readValue(field, Object.hasOwn(values, field.name) ? values[field.name] : null);
    if ('value' in result) read[slotOf(field)] = result.value;
    else problems.push(`${field.name} ${result.problem}`);
  }
  return problems.length > 0 ? { problem: summarizeProblems(problems) } : { values: read };
};

/** Lists the first few problems. A row can have as many as it has names. */
const summarizeProblems = (problems: readonly string[]): string => {
  const shown = problems.slice(0, 5).map((problem) => problem.slice(0, 300));
  return problems.length > shown.length
    ? `${shown.join('; ')}; and ${problems.length - shown.length} more`
    : shown.join('; ');
};

export const parseValues = (row: Pick<RecordRow, 'value'>): FieldValue[] =>
  JSON.parse(row.value) as FieldValue[];

export const toRecord = (table: Table, row: RecordRow): TableRecord => {
  const values = parseValues(row);
  return {
    id: row.id,
    value: Object.fromEntries(table.fields.map((field) => [field.name, values[slotOf(field)] ?? null])),
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  };
};

/** The columns of a record's row except its id and timestamps. */
export const storedValues = (values: readonly FieldValue[]): { value: string; text: string } => ({
  value: JSON.stringify(values),
  text: searchText(values),
});
