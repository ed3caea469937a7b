import type { Handle } from '../../db/index.ts';
import type { LimitedRead } from '../retrieve/limited-read.ts';
import type { FetchedPages } from '../search-index/keywords/stored-postings.ts';
import { pageCounts, readPages } from './page-store.ts';

/** About 15 MB, or 8 million postings. Words of a query are left out, the most frequent first, until it is enough. */
const mostPages = 8000;

/** Reads postings of terms for the search thread. PostgreSQL only. */
export const createFetchPages = (read: LimitedRead, { limit = mostPages }: { limit?: number } = {}) => {
  /** Terms with few enough postings together, the rarest first, and the others. */
  const divideTerms = async (tx: Handle, agentId: string, terms: readonly number[]) => {
    const counts = await pageCounts(tx, agentId, terms);
    const skipped = new Set<number>();
    let sum = 0;
    for (const { term, pages } of counts) {
      sum += pages;
      if (sum > limit) skipped.add(term);
    }
    return { kept: terms.filter((term) => !skipped.has(term)), skipped: [...skipped] };
  };

  return {
    /** All postings of the terms. */
    postings: (
      agentId: string,
      terms: readonly number[],
      signal: AbortSignal | undefined,
    ): Promise<FetchedPages> =>
      read(signal, async (tx) => {
        const pages = await readPages(tx, agentId, terms, { withParts: true, limit: limit + 1 });
        if (pages.length <= limit) return { terms, entries: Buffer.concat(pages) };
        const { kept, skipped } = await divideTerms(tx, agentId, terms);
        const some = await readPages(tx, agentId, kept, { withParts: true, limit: limit * 2 });
        return { terms, entries: Buffer.concat(some), skipped };
      }),
    /** The first entry of each term in each run, which tells how many postings there are. */
    counts: (
      agentId: string,
      terms: readonly number[],
      signal: AbortSignal | undefined,
    ): Promise<FetchedPages> =>
      read(signal, async (tx) => ({
        terms,
        entries: Buffer.concat(await readPages(tx, agentId, terms, { withParts: false, limit: mostPages })),
      })),
  };
};

export type FetchPages = ReturnType<typeof createFetchPages>;
