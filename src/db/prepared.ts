import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Handle } from './database.ts';
import { directExecutorOf } from './direct-execution.ts';
import { lastStatementOf } from './last-statement.ts';
import type { Schema } from './schema/index.ts';
import { nameStatement } from './statement-names.ts';

/** Placeholder for a parameter while the query is compiled. Replaced by the value at each call. */
class Placeholder {
  readonly name: string;
  /** The position of its statement in `storeTogether`. */
  readonly position: number;
  constructor(name: string, position: number) {
    this.name = name;
    this.position = position;
  }
}

/** The parameter with this name. */
// biome-ignore lint/suspicious/noExplicitAny: a placeholder takes the type of whatever column it meets
export type ValueOf<Values extends object> = (name: keyof Values & string) => any;

// biome-ignore lint/suspicious/noExplicitAny: its values are checked when the statement is made
type Build = (db: Kysely<Schema>, value: ValueOf<any>) => Compilable<unknown>;

/** A prepared query with its values, for `storeTogether`. */
export interface Statement<Row> {
  build: Build;
  values: Readonly<Record<string, unknown>>;
  run(db: Handle): Promise<Row[]>;
}

export interface Prepared<Values extends object, Row> {
  (db: Handle, values: Values): Promise<Row[]>;
  /** No statement follows in the transaction: on PostgreSQL the commit is sent with this one. */
  last(tx: Handle, values: Values): Promise<Row[]>;
  statement(values: Values): Statement<Row>;
}

export interface CompiledOnce {
  query: CompiledQuery;
  /** For each parameter of the query: the place of its value, or the constant itself. */
  slots: readonly unknown[];
}

export const placeholders =
  (position: number): ValueOf<Record<string, unknown>> =>
  (name) =>
    new Placeholder(name, position);

export const compileOnce = (built: Compilable<unknown>): CompiledOnce => {
  const query = built.compile() as CompiledQuery;
  nameStatement(query.sql);
  return { query, slots: [...query.parameters] };
};

/** The parameters of the query, with the values of each of its statements. */
export const fillIn = (
  { slots }: CompiledOnce,
  values: readonly Readonly<Record<string, unknown>>[],
): unknown[] => slots.map((slot) => (slot instanceof Placeholder ? values[slot.position]![slot.name] : slot));

/**
 * Compiles a Kysely query once per database kind and then only fills in values: building and
 * compiling costs more than SQLite needs to run a small statement. For the few queries of every round.
 */
export const prepared = <Values extends object, Row>(
  build: (db: Kysely<Schema>, value: ValueOf<Values>) => Compilable<Row>,
): Prepared<Values, Row> => {
  // A database shares its adapter with all its transactions; database kinds have different ones.
  const compiled = new WeakMap<object, CompiledOnce>();

  const run = async (db: Handle, values: Values, isLast = false): Promise<Row[]> => {
    const { adapter } = db.getExecutor();
    let once = compiled.get(adapter);
    if (!once) {
      once = compileOnce((build as Build)(db, placeholders(0)));
      compiled.set(adapter, once);
    }
    const parameters = fillIn(once, [values as Record<string, unknown>]);
    const execute = (isLast && lastStatementOf(db)) || directExecutorOf(db);
    const rows = execute?.(once.query.sql, parameters) as Row[] | Promise<Row[]> | undefined;
    return rows ?? (await db.executeQuery<Row>({ ...once.query, parameters } as CompiledQuery<Row>)).rows;
  };

  return Object.assign((db: Handle, values: Values) => run(db, values), {
    last: (tx: Handle, values: Values) => run(tx, values, true),
    statement: (values: Values): Statement<Row> => ({
      build: build as Build,
      values: values as Record<string, unknown>,
      run: (db) => run(db, values),
    }),
  });
};
