/**
 * Duration and quality of a search by number of chunks: hybrid at rate 0.5, the best 10 of
 * passages of 200 words with 384 dimensions (see corpus.ts). The embedding of the query is not
 * included; its time with the embedded model is printed separately.
 *
 *   node bench/retrieval/main.ts                     SQLite, 1,000, 10,000 and 100,000 chunks
 *   node bench/retrieval/main.ts --large             … and a million
 *   node bench/retrieval/main.ts 10000               only that many
 *   DATABASE_URL=postgres://… node bench/retrieval/main.ts            on that (empty) database
 *
 * The baseline is the same number of dot products in plain JavaScript, measured in the same run. Recall is the share
 * of the exact best 10, over every chunk in full precision, that the search finds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres, openSqlite } from '../../src/db/index.ts';
import { createEmbedders } from '../../src/knowledge/index.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createSafeFetch } from '../../src/lib/safe-fetch/index.ts';
import { measure, ms } from '../support/measure.ts';
import { report } from '../support/report.ts';
import { type Figures, measureSearch } from './measure-search.ts';

const sizes = [1000, 10_000, 100_000];
const largest = 1_000_000;
const url = process.env.DATABASE_URL;

const measureAt = async (count: number): Promise<Figures> => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
  const db = url ? await openPostgres(url) : await openSqlite(folder);
  try {
    return await measureSearch(db, count);
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const describe = (figures: Figures, before: Figures | undefined): string => {
  const { kind, count, search, baselineMs, recall, loadMs, stillMs, seedMs, indexMs } = figures;
  const growth = before
    ? `; ${(search.p50Ms / before.search.p50Ms).toFixed(1)} × the time for ${count / before.count} × the chunks`
    : '';
  return [
    `${kind} ${count.toLocaleString('en')} chunks: p50 ${ms(search.p50Ms)}, p99 ${ms(search.p99Ms)}, processor ${ms(search.cpuP50Ms)}${growth}`,
    `  recall of the best 10 ${recall.toFixed(4)}; ${(search.p50Ms / baselineMs).toFixed(2)} × the baseline of ${ms(baselineMs)}`,
    `  first search after a start ${ms(loadMs)}, the event loop still for ${ms(stillMs)} at most; ` +
      `building the index anew ${ms(figures.buildMs)}`,
    `  index ${figures.indexMegabytes.toFixed(0)} MB; the process grew by ${figures.megabytes.toFixed(0)} MB`,
    ...(kind === 'postgres'
      ? [
          `  postings stored in ${(figures.storeMs / 1000).toFixed(1)} s, ${figures.storedMegabytes.toFixed(0)} MB in the database`,
        ]
      : []),
    `  stored in ${(seedMs / 1000).toFixed(1)} s${indexMs > 0 ? `, indexed in ${(indexMs / 1000).toFixed(1)} s` : ''}; ` +
      `load of the machine ${loadavg()[0]!.toFixed(1)}`,
  ].join('\n');
};

/** Limits on SQLite, by number of chunks. */
const limitsMs: Record<number, number> = { 10000: 5, 100000: 15 };

const tell = ({ kind, count, search, recall, baselineMs }: Figures, before: Figures | undefined): void => {
  const at = `${count.toLocaleString('en')} chunks`;
  const limit = kind === 'sqlite' ? limitsMs[count] : undefined;
  const common = { group: 'retrieval', database: kind, better: 'lower' } as const;
  report(
    { ...common, name: `${at}, p50`, value: search.p50Ms, unit: 'ms', ...(limit ? { limit } : {}) },
    { ...common, name: `${at}, p99`, value: search.p99Ms, unit: 'ms' },
    { ...common, name: `${at}, against plain dot products`, value: search.p50Ms / baselineMs, unit: 'ratio' },
    { ...common, name: `${at}, recall`, value: recall, unit: 'ratio', better: 'higher', limit: 0.99 },
  );
  if (before)
    report({
      ...common,
      name: `growth from ${before.count.toLocaleString('en')} to ${at}`,
      value: search.p50Ms / before.search.p50Ms,
      unit: 'ratio',
    });
};

/** One query after the other, as the embedded model processes them. */
const embeddingMs = async (): Promise<number> => {
  const fetch = createSafeFetch({ allow: [] });
  const embedders = createEmbedders({ server: undefined, fetch, clock: systemClock });
  try {
    const { signal } = new AbortController();
    const embed = (turn: number) => {
      const question = `How long may an order number ${turn} wait before it is sent back to the shop?`;
      return embedders.for(question).embed([question], 'query', signal);
    };
    await embed(-1);
    return (await measure(20, embed)).p50Ms;
  } finally {
    await embedders.close?.();
    await fetch.close();
  }
};

const given = process.argv
  .slice(2)
  .filter((argument) => /^\d+$/.test(argument))
  .map(Number);
const wanted = given.length > 0 ? given : sizes;
let before: Figures | undefined;
for (const count of process.argv.includes('--large') ? [...wanted, largest] : wanted) {
  const figures = await measureAt(count);
  console.log(describe(figures, before));
  tell(figures, before);
  before = figures;
}
console.log(`Beside it: embedding a query of 15 words takes the embedded model ${ms(await embeddingMs())}`);
