import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema/index.ts';

/** What a store function takes first: the database, or the transaction it must be part of. */
export type Handle = Kysely<Schema>;

/** What a caller wants in the transaction of a change, such as its audit entry: neither is there without the other. */
export type AlsoIn<Result = void> = (tx: Handle, result: Result) => Promise<void>;

export type DatabaseKind = 'sqlite' | 'postgres';

export interface Database {
  readonly kind: DatabaseKind;
  /** For single statements. */
  readonly query: Handle;
  /**
   * Everything in `work` commits together or not at all. Nothing but statements of this transaction may
   * be awaited inside: on SQLite everybody else waits for it.
   */
  transaction<Result>(work: (tx: Transaction<Schema>) => Promise<Result>): Promise<Result>;
  /** Resolves when everything committed so far survives a power cut. Wait for it before acknowledging anything. */
  durable(): Promise<void>;
  close(): Promise<void>;
}
