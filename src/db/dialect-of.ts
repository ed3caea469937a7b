import { type Kysely, SqliteAdapter } from 'kysely';
import type { DatabaseKind } from './database.ts';

/** Which SQL the database behind a handle understands. A transaction has the adapter of its database. */
// biome-ignore lint/suspicious/noExplicitAny: a migration has a handle without tables
export const dialectOf = (handle: Kysely<any>): DatabaseKind =>
  handle.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
