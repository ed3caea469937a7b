import type { Database } from '../../db/index.ts';
import { findRecordByKey } from '../records/record-store.ts';
import { type Field, type FieldValue, slotOf } from '../table.ts';
import { readRecord } from '../values/record-values.ts';
import { valueKey } from '../values/value-key.ts';
import { inBatches } from './in-batches.ts';
import type { ReadRows, SheetInput, SheetRows } from './read-rows.ts';

const shownRows = 20;
const shownProblems = 100;

interface RowProblem {
  /** Counted from 1, without the header. */
  row: number;
  problem: string;
}

export interface SheetPreview extends Omit<SheetRows, 'rows'> {
  totalRows: number;
  /** The first few rows as they would be stored. An invalid cell is shown as its text. */
  rows: { row: number; values: Record<string, unknown>; problem: string | null }[];
  goodRows: number;
  /** The first problems of all rows. */
  problems: RowProblem[];
}

/** The result that an import would have. Stores nothing. */
export const createPreviewRows = ({ db, readRows }: { db: Database; readRows: ReadRows }) => {
  /** Duplicates of an earlier row or of a record. Records are checked only for the rows in the preview. */
  const conflictOf = async (
    uniques: readonly { field: Field; value: FieldValue; seen: Set<string> }[],
    isShown: boolean,
  ): Promise<string | undefined> => {
    for (const { field, value, seen } of uniques) {
      if (value === null) continue;
      const key = valueKey(value);
      const isTaken =
        seen.has(key) || (isShown && (await findRecordByKey(db.query, field.fieldNo, key)) !== undefined);
      if (isTaken) return `${field.name} must be unique, and its value is used by another record`;
      seen.add(key);
    }
    return undefined;
  };

  return async (input: SheetInput): Promise<SheetPreview> => {
    const { table } = input;
    const { rows, ...sheet } = await readRows(input);
    const seen = new Map(
      table.fields.filter(({ unique }) => unique).map((field) => [field, new Set<string>()]),
    );
    const shown: SheetPreview['rows'] = [];
    const problems: RowProblem[] = [];
    let goodRows = 0;
    await inBatches(rows, async (values, index) => {
      const read = readRecord(table, values);
      const uniques = [...seen].map(([field, keys]) => ({
        field,
        value: 'values' in read ? (read.values[slotOf(field)] ?? null) : null,
        seen: keys,
      }));
      const problem = 'problem' in read ? read.problem : await conflictOf(uniques, index < shownRows);
      if (problem === undefined) goodRows += 1;
      else if (problems.length < shownProblems) problems.push({ row: index + 1, problem });
      if (index < shownRows) shown.push({ row: index + 1, values, problem: problem ?? null });
    });
    return { ...sheet, totalRows: rows.length, rows: shown, goodRows, problems };
  };
};
