import { type RawBuilder, sql } from 'kysely';
import type { Handle } from './database.ts';
import { dialectOf } from './dialect-of.ts';

/** A list as a parameter. PostgreSQL rejects half of a surrogate pair, so such halves are replaced. */
export const jsonParameter = (values: readonly unknown[]): string =>
  JSON.stringify(values, (_name, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );

/** The objects of a parameter as rows with the column `value`. For prepared statements. */
export const rowsOfParameter = (db: Handle, parameter: unknown): RawBuilder<unknown> =>
  dialectOf(db) === 'sqlite' ? sql`json_each(${parameter})` : sql`jsonb_array_elements(${parameter}::jsonb)`;

/**
 * Objects as rows with the column `value`, to change many rows in one statement: `value ->> 'field'` is a field on both
 * databases.
 */
export const jsonRows = (
  db: Handle,
  rows: readonly Record<string, string | number | null>[],
): RawBuilder<unknown> => rowsOfParameter(db, jsonParameter(rows));
