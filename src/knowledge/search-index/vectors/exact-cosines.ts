import type { QueryVector } from '../agent-index.ts';
import type { ChunkReader } from '../chunk-reader.ts';

const dot = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += a[at]! * b[at]!;
  return sum;
};

/** By query, then chunk, from the stored vectors. NaN if a chunk has none of that model. */
export const exactCosines = (
  reader: Pick<ChunkReader, 'vectorsOf'>,
  numbers: readonly number[],
  queries: readonly Pick<QueryVector, 'model' | 'vector'>[],
): Float64Array[] => {
  const cosines = queries.map(() => new Float64Array(numbers.length).fill(Number.NaN));
  if (queries.length === 0 || numbers.length === 0) return cosines;
  const places = new Map(numbers.map((number, at) => [number, at]));
  for (const { chunkNumber, model, vector } of reader.vectorsOf(numbers))
    for (const [index, query] of queries.entries())
      if (query.model === model && query.vector.length === vector.length)
        cosines[index]![places.get(chunkNumber)!] = dot(query.vector, vector);
  return cosines;
};
