/**
 * Up to this number of chunks an exact comparison of vectors is as fast as an index, and complete. Above it,
 * PostgreSQL gets an HNSW index and uses it for search.
 */
export const exactSearchLimitChunks = 5000;

/** The limit in a scope that has at most half of all vectors, where the index is slower and misses more. */
export const sharedExactLimitChunks = 25_000;
