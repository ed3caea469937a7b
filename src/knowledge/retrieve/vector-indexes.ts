import { createHash } from 'node:crypto';
import type { Database } from '../../db/index.ts';
import type { Log } from '../../lib/log.ts';
import { createIndex, dropUnfinished, estimateVectors, readVectorVersion } from './vector-index-store.ts';

/** The first pgvector version with iterative scans, which continue if a filter leaves too few rows. */
const oldestVersion = [0, 8];
/** Half-precision vectors with more dimensions cannot be indexed. */
const mostDimensions = 4000;

const estimatedAgainMs = 60_000;

/** HNSW indexes on PostgreSQL, one per embedding model, created when an agent is large enough to need one. */
export const createVectorIndexes = ({ db, log }: { db: Database; log: Log }) => {
  let usable: Promise<boolean> | undefined;
  const ensured = new Map<string, Promise<void>>();

  const readVersion = async (): Promise<boolean> => {
    const [major = 0, minor = 0] = (await readVectorVersion(db.query)) ?? [];
    const [first = 0, second = 0] = oldestVersion;
    return major > first || (major === first && minor >= second);
  };

  const areUsable = (): Promise<boolean> => {
    usable ??= db.kind === 'postgres' ? readVersion() : Promise.resolve(false);
    return usable;
  };

  let estimate: { vectors: Promise<number>; untilMs: number } | undefined;
  /** How many vectors an index scan may meet. At most a minute old. */
  const estimatedVectors = (): Promise<number> => {
    if (!estimate || performance.now() > estimate.untilMs) {
      const vectors = estimateVectors(db.query);
      estimate = { vectors, untilMs: performance.now() + estimatedAgainMs };
      vectors.catch(() => {
        estimate = undefined;
      });
    }
    return estimate.vectors;
  };

  const make = async (model: string, dimension: number): Promise<void> => {
    if (dimension > mostDimensions || !(await areUsable())) return;
    const name = `chunk_vectors_${createHash('sha256').update(`${model} ${dimension}`).digest('hex').slice(0, 16)}`;
    try {
      await dropUnfinished(db.query, name);
      await createIndex(db.query, name, { model, dimension });
    } catch (error) {
      // Search works without the index, and another process may already be creating it.
      log.warn({ error, model }, 'the vector index could not be created');
      ensured.delete(`${model} ${dimension}`);
    }
  };

  return {
    areUsable,
    estimatedVectors,
    ensure: (model: string, dimension: number): Promise<void> => {
      const key = `${model} ${dimension}`;
      const known = ensured.get(key) ?? make(model, dimension);
      ensured.set(key, known);
      return known;
    },
  };
};

export type VectorIndexes = ReturnType<typeof createVectorIndexes>;
