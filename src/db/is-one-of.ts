import { type RawBuilder, sql } from 'kysely';
import type { Handle } from './database.ts';
import { dialectOf } from './dialect-of.ts';

/**
 * The condition `column in (values)` with one parameter. The text of the statement is the same for any number of
 * values, so the database parses and plans it once.
 */
export const isOneOf = (
  db: Handle,
  column: string,
  values: readonly (string | number)[],
): RawBuilder<boolean> =>
  dialectOf(db) === 'sqlite'
    ? sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
    : sql`${sql.ref(column)} = any(${values})`;
