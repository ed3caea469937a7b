import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/index.ts';
import type { Log } from '../../lib/log.ts';

/** The first pgvector that goes on scanning when a filter leaves too few. */
const oldestVersion = [0, 8];
/** Half-precision vectors of more dimensions cannot be indexed. */
const mostDimensions = 4000;

/** HNSW indexes on PostgreSQL, one per embedding model, made when an agent is large enough to need one. */
export const createVectorIndexes = ({ db, log }: { db: Database; log: Log }) => {
  let usable: Promise<boolean> | undefined;
  const ensured = new Map<string, Promise<void>>();

  const readVersion = async (): Promise<boolean> => {
    const { rows } = await sql<{
      extversion: string;
    }>`select extversion from pg_extension where extname = 'vector'`.execute(db.query);
    const [major = 0, minor = 0] = (rows[0]?.extversion ?? '0').split('.').map(Number);
    const [first = 0, second = 0] = oldestVersion;
    return major > first || (major === first && minor >= second);
  };

  const type = (dimension: number): RawBuilder<unknown> => sql.raw(`halfvec(${Math.trunc(dimension)})`);
  const expression = (alias: string, dimension: number): RawBuilder<unknown> =>
    sql`(${sql.ref(`${alias}.vector`)}::${type(dimension)})`;

  const areUsable = (): Promise<boolean> => {
    usable ??= db.kind === 'postgres' ? readVersion() : Promise.resolve(false);
    return usable;
  };

  /** An index whose making was cut off is kept up but never used, and stands in the way of a whole one. */
  const dropUnfinished = async (name: string): Promise<void> => {
    const { rows } = await sql`select from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relname = ${name} and not i.indisvalid
        and i.indexrelid not in (select index_relid from pg_stat_progress_create_index)`.execute(db.query);
    if (rows.length > 0) await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db.query);
  };

  const make = async (model: string, dimension: number): Promise<void> => {
    if (dimension > mostDimensions || !(await areUsable())) return;
    const name = `chunk_vectors_${createHash('sha256').update(`${model} ${dimension}`).digest('hex').slice(0, 16)}`;
    try {
      await dropUnfinished(name);
      // Without a lock on the table: documents go on being added meanwhile.
      await sql`create index concurrently if not exists ${sql.ref(name)} on chunk_vectors
        using hnsw ((vector::${type(dimension)}) halfvec_cosine_ops) with (m = 16, ef_construction = 128)
        where model = ${sql.lit(model)} and dimension = ${sql.lit(dimension)}`.execute(db.query);
    } catch (error) {
      // Searching works without it; another process may be at it already.
      log.warn({ error, model }, 'the index of vectors could not be made');
      ensured.delete(`${model} ${dimension}`);
    }
  };

  return {
    type,
    expression,
    areUsable,
    ensure: (model: string, dimension: number): Promise<void> => {
      const key = `${model} ${dimension}`;
      const known = ensured.get(key) ?? make(model, dimension);
      ensured.set(key, known);
      return known;
    },
  };
};

export type VectorIndexes = ReturnType<typeof createVectorIndexes>;
