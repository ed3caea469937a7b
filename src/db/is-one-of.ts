import { type RawBuilder, sql } from 'kysely';
import type { Handle } from './database.ts';
import { dialectOf } from './dialect-of.ts';

/** A list as the value of the parameter of `isInList`. */
export const listParameter = (db: Handle, values: readonly (string | number)[]): unknown =>
  dialectOf(db) === 'sqlite' ? JSON.stringify(values) : values;

/** `isOneOf` for prepared statements, whose values come later from `listParameter`. */
export const isInList = (db: Handle, column: string, parameter: unknown): RawBuilder<boolean> =>
  dialectOf(db) === 'sqlite'
    ? sql`${sql.ref(column)} in (select value from json_each(${parameter}))`
    : sql`${sql.ref(column)} = any(${parameter})`;

/**
 * The condition `column in (values)` with one parameter. The text of the statement is the same for any number of
 * values, so the database parses and plans it once.
 */
export const isOneOf = (
  db: Handle,
  column: string,
  values: readonly (string | number)[],
): RawBuilder<boolean> => isInList(db, column, listParameter(db, values));
