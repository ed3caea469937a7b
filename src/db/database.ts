import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema/index.ts';

/** The first parameter of a store function: the database, or the transaction it must be part of. */
export type Handle = Kysely<Schema>;

/** A caller's addition to the transaction of a change, such as its audit entry: both are stored or none. */
export type AlsoIn<Result = void> = (tx: Handle, result: Result) => Promise<void>;

export type DatabaseKind = 'sqlite' | 'postgres';

export interface Database {
  readonly kind: DatabaseKind;
  /** For single statements. */
  readonly query: Handle;
  /**
   * Everything in `work` commits together or not at all. Only statements of this transaction may
   * be awaited inside: on SQLite all other callers wait for it.
   */
  transaction<Result>(work: (tx: Transaction<Schema>) => Promise<Result>): Promise<Result>;
  /**
   * Like `transaction`, with fewer round trips on PostgreSQL: the first statements are sent with `begin`. If an administrator
   * cancels exactly the `begin`, they are committed one by one although the transaction fails. Only for work that finds
   * out about that when it is repeated.
   */
  transactionTogether: Database['transaction'];
  /**
   * One statement that changes data. On SQLite it shares its commit with the transactions of the same tick: a commit of its
   * own writes every changed page once more.
   */
  write<Result>(statement: (db: Handle) => Promise<Result>): Promise<Result>;
  /** Resolves when everything committed so far survives a power failure. Await it before acknowledging anything. */
  durable(): Promise<void>;
  close(): Promise<void>;
}
