import assert from 'node:assert/strict';
import { createRandom } from '../../../bench/retrieval/random.ts';
import { testPostings } from '../../../test/support/knowledge/test-postings.ts';
import type { Page } from './pages.ts';
import { createRun, insertPages, pagesInRange } from './run-store.ts';

const mostTerms = 1000;

testPostings('the pages with a range of terms are read, each once', async ({ db, agent }) => {
  const random = createRandom(11);
  const below = (limit: number): number => Math.floor(random() * limit);
  const runs: { number: number; pages: Page[] }[] = [];
  for (let name = 0; name < 3; name += 1) {
    const pages: Page[] = [];
    for (let term = below(20); term < mostTerms; ) {
      const lastTerm = term + below(40);
      // Some terms have pages of their own.
      const parts = random() < 0.2 ? 3 : 1;
      for (let part = 0; part < parts; part += 1)
        pages.push({
          firstTerm: parts > 1 ? lastTerm : term,
          lastTerm,
          part,
          data: new TextEncoder().encode(`${name} ${lastTerm} ${part}`),
        });
      term = lastTerm + 1 + below(20);
    }
    const number = await createRun(db.query, agent.id, 1);
    await insertPages(db.query, number, pages);
    runs.push({ number, pages });
  }
  const read = runs.slice(0, 2);
  for (let turn = 0; turn < 60; turn += 1) {
    const from = below(mostTerms);
    const to = from + 1 + below(turn % 2 === 0 ? 30 : mostTerms);
    const found = await pagesInRange(
      db.query,
      read.map(({ number }) => number),
      { from, to },
    );
    const expected = read
      .flatMap(({ pages }) => pages)
      .filter(({ firstTerm, lastTerm }) => lastTerm >= from && firstTerm < to);
    const texts = (all: readonly Uint8Array[]) => all.map((data) => new TextDecoder().decode(data)).sort();
    assert.deepEqual(texts(found), texts(expected.map(({ data }) => data)), `${from} to ${to}`);
  }
});
