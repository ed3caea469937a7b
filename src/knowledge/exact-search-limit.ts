/**
 * Up to so many chunks an exact comparison of vectors is as quick as an index, and misses nothing. Above, PostgreSQL
 * gets an HNSW index and searches through it.
 */
export const exactSearchLimitChunks = 5000;
