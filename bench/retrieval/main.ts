/**
 * How long a search takes, by the number of chunks: hybrid at rate 0.5, top 10 of chunks of 200 words with 384
 * dimensions; the embedding of the query is not counted (the embedder answers at once).
 *
 *   node bench/retrieval/main.ts                     SQLite, 1,000 and 10,000 chunks
 *   node bench/retrieval/main.ts 1000 10000 100000 1000000
 *   DATABASE_URL=postgres://… node bench/retrieval/main.ts 10000      on that (empty) database
 *
 * The floor is the same number of dot products in plain JavaScript, measured in the same run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openPostgres, openSqlite } from '../../src/db/index.ts';
import { createVectorIndexes } from '../../src/knowledge/retrieve/vector-indexes.ts';
import { silentLog } from '../../src/lib/log.ts';
import { find, openKnowledge } from '../../test/support/knowledge.ts';
import { measure, ms, watchLoop } from '../support/measure.ts';
import { createRandom, dimension, modelId, randomVector, randomWord, seedChunks } from './seed.ts';

const turns = 100;

const benchEmbedder = () => {
  const random = createRandom(7);
  return {
    modelId,
    dimension,
    embed: async (texts: readonly string[]) => texts.map(() => randomVector(random)),
    calibrate: (cosine: number) => Math.max(0, cosine),
  };
};

const floorMs = async (count: number): Promise<number> => {
  const random = createRandom(3);
  const query = randomVector(random);
  const vectors = new Float32Array(Math.min(count, 100_000) * dimension).map(() => random() - 0.5);
  const { p50Ms } = await measure(10, async () => {
    let best = 0;
    for (let at = 0; at < vectors.length; at += dimension) {
      let sum = 0;
      for (let index = 0; index < dimension; index += 1) sum += vectors[at + index]! * query[index]!;
      if (sum > best) best = sum;
    }
    return best;
  });
  return p50Ms * (count / Math.min(count, 100_000));
};

const run = async (db: Database, count: number): Promise<void> => {
  const embedder = benchEmbedder();
  const bench = await openKnowledge(db, { embedders: { all: [embedder], for: () => embedder } });
  try {
    const agent = await bench.newAgent();
    const random = createRandom(count);
    await seedChunks(db, agent, count, random);
    if (db.kind === 'postgres') await createVectorIndexes({ db, log: silentLog }).ensure(modelId, dimension);
    const query = () => Array.from({ length: 8 }, () => randomWord(random)).join(' ');
    const begun = performance.now();
    const loop = watchLoop();
    await find(bench, agent, query(), { topK: 10 });
    const loadMs = performance.now() - begun;
    const stillMs = loop.stop();
    for (let turn = 0; turn < 20; turn += 1) await find(bench, agent, query(), { topK: 10 });
    const searches = await measure(turns, () => find(bench, agent, query(), { topK: 10 }));
    const floor = await floorMs(count);
    console.log(
      `${db.kind} ${String(count).padStart(8)} chunks: p50 ${ms(searches.p50Ms)}, p99 ${ms(searches.p99Ms)}, ` +
        `${(searches.p50Ms / floor).toFixed(2)} × the floor of ${ms(floor)}; ` +
        `first search ${ms(loadMs)} with the event loop still for ${ms(stillMs)} at most`,
    );
  } finally {
    await bench.close();
  }
};

const counts = process.argv.slice(2).map(Number);
const url = process.env.DATABASE_URL;
for (const count of counts.length > 0 ? counts : [1000, 10_000]) {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
  const db = url ? await openPostgres(url) : await openSqlite(folder);
  try {
    await run(db, count);
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
