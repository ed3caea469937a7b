import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../db/index.ts';

/** Statements for pgvector: PostgreSQL only. */

/** The parts of the version number. Undefined without the extension. */
export const readVectorVersion = async (db: Handle): Promise<number[] | undefined> => {
  const { rows } = await sql<{
    extversion: string;
  }>`select extversion from pg_extension where extname = 'vector'`.execute(db);
  return rows[0]?.extversion.split('.').map(Number);
};

const indexedType = (dimension: number): RawBuilder<unknown> => sql.raw(`halfvec(${Math.trunc(dimension)})`);

/** An interrupted index is maintained but never used, and prevents the creation of a valid one. */
export const dropUnfinished = async (db: Handle, name: string): Promise<void> => {
  const { rows } = await sql`select from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = ${name} and not i.indisvalid
      and i.indexrelid not in (select index_relid from pg_stat_progress_create_index)`.execute(db);
  if (rows.length > 0) await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
};

/** All vectors of the installation, as the planner estimates them. 0 if the table was never analyzed. */
export const estimateVectors = async (db: Handle): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select greatest(reltuples, 0) as count from pg_class
    where oid = 'chunk_vectors'::regclass`.execute(db);
  return Number(rows[0]!.count);
};

/** Without a lock on the table, so that documents can be added meanwhile. */
export const createIndex = async (
  db: Handle,
  name: string,
  { model, dimension }: { model: string; dimension: number },
): Promise<void> => {
  await sql`create index concurrently if not exists ${sql.ref(name)} on chunk_vectors
    using hnsw ((vector::${indexedType(dimension)}) halfvec_cosine_ops) with (m = 16, ef_construction = 128)
    where model = ${sql.lit(model)} and dimension = ${sql.lit(dimension)}`.execute(db);
};

interface QueryVector {
  model: string;
  vector: Float32Array;
}

const asText = (vector: Float32Array): string => `[${vector.join(',')}]`;

/** For the rest of the transaction the index scan continues if most rows it finds belong to other agents. */
export const allowLongScans = async (
  tx: Handle,
  { candidates, mostScanned }: { candidates: number; mostScanned: number },
): Promise<void> => {
  // Upload and document are correlated, but the planner does not know it: it expects few rows and would
  // sort them all instead of using the index.
  await sql`select set_config('enable_sort', 'off', true),
    set_config('hnsw.iterative_scan', 'relaxed_order', true),
    set_config('hnsw.ef_search', ${String(candidates)}, true),
    set_config('hnsw.max_scan_tuples', ${String(mostScanned)}, true)`.execute(tx);
};

/** Numbers of the nearest chunks by embedding, of those that are served. */
export const findNearest = async (
  db: Handle,
  { agentId, documentIds }: { agentId: string; documentIds: string[] | undefined },
  { model, vector }: QueryVector,
  { isExact, limit }: { isExact: boolean; limit: number },
): Promise<number[]> => {
  const query = sql`${asText(vector)}`;
  const type = indexedType(vector.length);
  // The exact comparison uses an expression without an index, so the planner cannot use one.
  const distance = isExact
    ? sql`v.vector <=> ${query}::vector`
    : sql`(${sql.ref('v.vector')}::${type}) <=> ${query}::${type}`;
  const { rows } = await sql<{ chunk_number: number }>`
    select v.chunk_number from chunk_vectors v
    join documents d on d.id = v.document_id and d.served_upload_id = v.upload_id and d.is_enabled = 1
    where v.agent_id = ${agentId} and v.model = ${sql.lit(model)} and v.dimension = ${sql.lit(vector.length)}
      ${documentIds ? sql`and v.document_id = any(${documentIds})` : sql``}
    order by ${distance} limit ${limit}`.execute(db);
  return rows.map((row) => row.chunk_number);
};

/** In the order of the numbers. NaN if a chunk has no vector of this model. */
export const readCosines = async (
  db: Handle,
  numbers: readonly number[],
  { model, vector }: QueryVector,
): Promise<Float64Array> => {
  const { rows } = await sql<{ chunk_number: number; cosine: number }>`
    select chunk_number, 1 - (vector <=> ${asText(vector)}::vector) as cosine from chunk_vectors
    where chunk_number = any(${[...numbers]}::bigint[]) and model = ${model}
      and dimension = ${vector.length}`.execute(db);
  const byNumber = new Map(rows.map((row) => [row.chunk_number, row.cosine]));
  return Float64Array.from(numbers, (number) => byNumber.get(number) ?? Number.NaN);
};
