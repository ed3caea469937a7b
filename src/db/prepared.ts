import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import { directExecutorOf } from './direct-execution.ts';
import type { Schema } from './schema/index.ts';
import { nameStatement } from './statement-names.ts';

/** Placeholder for a parameter while the query is compiled. Replaced by the value at each call. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** The parameter with this name. */
// biome-ignore lint/suspicious/noExplicitAny: a placeholder takes the type of whatever column it meets
export type ValueOf<Values extends object> = (name: keyof Values & string) => any;

interface CompiledOnce {
  query: CompiledQuery;
  /** For each parameter of the query: the name of the value, or the constant itself. */
  slots: unknown[];
}

/**
 * Compiles a Kysely query once per database kind and then only fills in values: building and
 * compiling costs more than SQLite needs to run a small statement. For the few queries of every round.
 */
export const prepared = <Values extends object, Row>(
  build: (db: Kysely<Schema>, value: ValueOf<Values>) => Compilable<Row>,
): ((db: Kysely<Schema>, values: Values) => Promise<Row[]>) => {
  // A database shares its adapter with all its transactions; database kinds have different ones.
  const compiled = new WeakMap<object, CompiledOnce>();

  return async (db, values) => {
    const { adapter } = db.getExecutor();
    let once = compiled.get(adapter);
    if (!once) {
      const query = build(db, (name) => new Placeholder(name)).compile() as CompiledQuery;
      once = { query, slots: [...query.parameters] };
      compiled.set(adapter, once);
      nameStatement(query.sql);
    }
    const parameters = once.slots.map((slot) =>
      slot instanceof Placeholder ? values[slot.name as keyof Values] : slot,
    );
    const rows = directExecutorOf(db)?.(once.query.sql, parameters) as Row[] | Promise<Row[]> | undefined;
    return rows ?? (await db.executeQuery<Row>({ ...once.query, parameters } as CompiledQuery<Row>)).rows;
  };
};
