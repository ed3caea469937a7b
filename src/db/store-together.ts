import { type Kysely, sql } from 'kysely';
import type { Handle } from './database.ts';
import { dialectOf } from './dialect-of.ts';
import { directExecutorOf } from './direct-execution.ts';
import { lastStatementOf } from './last-statement.ts';
import { type CompiledOnce, compileOnce, fillIn, placeholders, type Statement } from './prepared.ts';
import type { Schema } from './schema/index.ts';

interface Together<Row extends object, Column extends keyof Row & string> {
  /** Changes one row, or none. */
  first: Statement<Row>;
  /** The column of that row to return. */
  column: Column;
  /** Stored only if `first` has changed a row. */
  others: readonly Statement<unknown>[];
  /** No statement follows in the transaction: the commit is sent with this one. */
  isLast: boolean;
}

/** The name of the changed row's table expression in the other statements, on PostgreSQL. */
export const firstRow = 'first_row';

const build = (db: Handle, statements: readonly Statement<unknown>[], column: string): CompiledOnce => {
  let query = db as Kysely<never>;
  for (const [position, statement] of statements.entries())
    query = query.with(
      position === 0 ? firstRow : `row_${position}`,
      (creator) =>
        // A common table expression creates queries like the database itself.
        statement.build(creator as unknown as Kysely<Schema>, placeholders(position)) as never,
    ) as unknown as Kysely<never>;
  const row = sql.table(firstRow);
  return compileOnce(
    query.selectNoFrom([
      sql`(select ${sql.ref(column)} from ${row})`.as('value'),
      // Division by zero: the server undoes the other statements if the first one changed nothing.
      sql`1 / (select count(*) from ${row})`.as('is_found'),
    ]),
  );
};

const isDivisionByZero = (error: unknown): boolean => (error as { code?: unknown }).code === '22012';

/** By the queries that are combined: the same ones have few combinations. */
interface Combinations {
  next: Map<unknown, Combinations>;
  compiled?: CompiledOnce;
}

const combinations: Combinations = { next: new Map() };

const compiledOf = (db: Handle, statements: readonly Statement<unknown>[], column: string): CompiledOnce => {
  let place = combinations;
  for (const part of statements) {
    let next = place.next.get(part.build);
    if (!next) {
      next = { next: new Map() };
      place.next.set(part.build, next);
    }
    place = next;
  }
  place.compiled ??= build(db, statements, column);
  return place.compiled;
};

/**
 * Changes one row and inserts others. On PostgreSQL this is one statement, because each statement costs the process about
 * 80 µs, however small it is. A single statement also needs no `begin` and `commit`. The other statements see the database
 * as it was before the first one, and the changed row as `firstRow`. On SQLite they run one after the other. Returns undefined
 * if there was no row to change; on PostgreSQL the transaction has failed then.
 */
export const storeTogether = async <Row extends object, Column extends keyof Row & string>(
  tx: Handle,
  { first, column, others, isLast }: Together<Row, Column>,
): Promise<Row[Column] | undefined> => {
  if (dialectOf(tx) === 'sqlite') {
    const [row] = await first.run(tx);
    if (row === undefined) return undefined;
    for (const other of others) await other.run(tx);
    return row[column];
  }
  const statements = [first, ...others];
  const compiled = compiledOf(tx, statements, column);
  const execute = (isLast && lastStatementOf(tx)) || directExecutorOf(tx);
  const parameters = fillIn(
    compiled,
    statements.map(({ values }) => values),
  );
  try {
    const rows = await execute!(compiled.query.sql, parameters);
    return (rows as { value: Row[Column] }[])[0]!.value;
  } catch (error) {
    if (isDivisionByZero(error)) return undefined;
    throw error;
  }
};
