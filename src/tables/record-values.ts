import { readValue } from './read-value.ts';
import type { AbsentEntry, IndexEntry, RecordRow } from './record-store.ts';
import { searchText } from './search-text.ts';
import type { Field, FieldValue, Table, TableRecord } from './table.ts';
import { valueKey } from './value-key.ts';

/** Where a record stands in the three indexes. */
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
  fields.forEach(({ fieldNo, unique }, index) => {
    const value = values[index] ?? null;
    if (value === null) entries.absent.push([fieldNo, recordNo]);
    else entries[unique ? 'unique' : 'plain'].push([fieldNo, valueKey(value), recordNo]);
  });
  return entries;
};

/** Values in the order of the fields, or everything that is wrong with them in one sentence. */
export const readRecord = (
  table: Table,
  values: Record<string, unknown>,
): { values: FieldValue[] } | { problem: string } => {
  const known = new Set(table.fields.map((field) => field.name));
  const problems = Object.keys(values)
    .filter((name) => !known.has(name))
    .map((name) => `${name} is no field of this table`);
  const read = table.fields.map((field): FieldValue => {
    const result = readValue(field, Object.hasOwn(values, field.name) ? values[field.name] : null);
    if ('value' in result) return result.value;
    problems.push(`${field.name} ${result.problem}`);
    return null;
  });
  return problems.length > 0 ? { problem: tellSome(problems) } : { values: read };
};

/** A row can be wrong in as many ways as it has names; a reader needs the first few. */
const tellSome = (problems: readonly string[]): string => {
  const told = problems.slice(0, 5).map((problem) => problem.slice(0, 300));
  return problems.length > told.length
    ? `${told.join('; ')}; and ${problems.length - told.length} more`
    : told.join('; ');
};

export const parseValues = (row: Pick<RecordRow, 'value'>): FieldValue[] =>
  JSON.parse(row.value) as FieldValue[];

export const toRecord = (table: Table, row: RecordRow): TableRecord => {
  const values = parseValues(row);
  return {
    id: row.id,
    value: Object.fromEntries(table.fields.map((field, index) => [field.name, values[index] ?? null])),
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  };
};

/** What a record's row holds besides its name and times. */
export const storedValues = (values: readonly FieldValue[]): { value: string; text: string } => ({
  value: JSON.stringify(values),
  text: searchText(values),
});
