import { type Kysely, SqliteAdapter } from 'kysely';
import type { DatabaseKind } from './database.ts';

/** The SQL dialect of a handle. A transaction has the adapter of its database. */
// biome-ignore lint/suspicious/noExplicitAny: a migration has a handle without tables
export const dialectOf = (handle: Kysely<any>): DatabaseKind =>
  handle.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
