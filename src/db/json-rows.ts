import { type RawBuilder, sql } from 'kysely';
import type { Handle } from './database.ts';
import { dialectOf } from './dialect-of.ts';

/**
 * Objects as rows with the column `value`, to change many rows in one statement: `value ->> 'field'` is a field on both
 * databases. PostgreSQL rejects half of a surrogate pair, so such halves are replaced.
 */
export const jsonRows = (
  db: Handle,
  rows: readonly Record<string, string | number>[],
): RawBuilder<unknown> => {
  const json = JSON.stringify(rows, (_name, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
  return dialectOf(db) === 'sqlite' ? sql`json_each(${json})` : sql`jsonb_array_elements(${json}::jsonb)`;
};
