import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { endAfterFailedSync } from '../../lib/sync-file.ts';
import { isFailedSync } from './is-failed-sync.ts';

type Bindable = null | number | bigint | string | Uint8Array;

const toBindable = (value: unknown): Bindable => {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value as Bindable;
};

interface CachedStatement {
  statement: StatementSync;
  returnsRows: boolean;
}

/** More distinct texts mean that code builds SQL from values. The oldest are dropped. */
const statementCacheSize = 1000;

interface SqliteConnection extends DatabaseConnection {
  execute(sql: string, parameters: readonly unknown[]): QueryResult<unknown>;
}

const createConnection = (database: DatabaseSync): SqliteConnection => {
  const statements = new Map<string, CachedStatement>();

  const prepare = (sql: string): CachedStatement => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    const cached = { statement, returnsRows: statement.columns().length > 0 };
    statements.set(sql, cached);
    if (statements.size > statementCacheSize) statements.delete(statements.keys().next().value!);
    return cached;
  };

  const run = (sql: string, parameters: readonly unknown[]): QueryResult<unknown> => {
    const { statement, returnsRows } = prepare(sql);
    const bound = parameters.map(toBindable);
    if (returnsRows) return { rows: statement.all(...bound) };
    const { changes, lastInsertRowid } = statement.run(...bound);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  };

  const execute = (sql: string, parameters: readonly unknown[]): QueryResult<unknown> => {
    try {
      return run(sql, parameters);
    } catch (error) {
      if (isFailedSync(error)) endAfterFailedSync(database.location() ?? 'memory', error);
      throw error;
    }
  };

  return {
    execute,
    executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      // node:sqlite is synchronous: the result is only wrapped in a promise. Errors must reject, not throw.
      try {
        return Promise.resolve(execute(query.sql, query.parameters) as QueryResult<Row>);
      } catch (error) {
        return Promise.reject(error);
      }
    },
    async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
      // A separate statement: the cached one may be used again while this one is still being read.
      const statement = database.prepare(sql);
      for (const row of statement.iterate(...parameters.map(toBindable))) yield { rows: [row as Row] };
    },
  };
};

/**
 * One connection for all callers, assigned in order. SQLite has one writer anyway, the calls are
 * synchronous, and a transaction is suspended only between its own statements.
 */
class SingleConnectionDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: SqliteConnection;
  readonly #waiting: (() => void)[] = [];
  #busy = false;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#connection = createConnection(database);
  }

  get connection(): SqliteConnection {
    return this.#connection;
  }

  /** A transaction is between two statements. */
  get busy(): boolean {
    return this.#busy;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy = true;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    // `busy` stays set for the next waiter, so that no other caller gets the connection in between.
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy = false;
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk can end the transaction by itself. A rollback would then hide the real error.
    if (this.#database.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    if (this.#database.isOpen) this.#database.close();
  }
}

/** SQLite rolls back schema changes like any others, so a failed migration leaves nothing. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

export const createSqliteDialect = (database: DatabaseSync) => {
  const driver = new SingleConnectionDriver(database);
  const dialect: Dialect = {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  const executeNow = (sql: string, parameters: readonly unknown[]): unknown[] =>
    driver.connection.execute(sql, parameters).rows;
  return {
    dialect,
    /** For the holder of the connection: the statements of a transaction. */
    executeInTransaction: executeNow,
    /** For all other callers: waits for a running transaction. */
    executeIfFree: (sql: string, parameters: readonly unknown[]): unknown[] | undefined =>
      driver.busy ? undefined : executeNow(sql, parameters),
  };
};
