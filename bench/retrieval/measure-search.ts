import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Agent } from '../../src/agents/index.ts';
import type { Database } from '../../src/db/index.ts';
import { createVectorIndexes } from '../../src/knowledge/retrieve/vector-indexes.ts';
import { silentLog } from '../../src/lib/log.ts';
import { find, openKnowledge, type TestKnowledge } from '../../test/support/knowledge/open-knowledge.ts';
import { openStoring } from '../../test/support/knowledge/open-postings.ts';
import { type Measured, measure, watchLoop } from '../support/measure.ts';
import { buildIndex } from './build-index.ts';
import { createCorpus, dimension, type Question } from './corpus.ts';
import { createExactRanking, recall } from './exact-ranking.ts';
import { modelOf, numberOf, seedChunks } from './seed.ts';

export interface Figures {
  kind: Database['kind'];
  count: number;
  search: Measured;
  baselineMs: number;
  /** Mean over the questions, compared with the exact ranking. */
  recall: number;
  /** From the database only, as after a first upload or an upgrade. */
  buildMs: number;
  /** From the file of an earlier process. */
  loadMs: number;
  indexMegabytes: number;
  /** Longest block of the event loop during the first search. */
  stillMs: number;
  seedMs: number;
  indexMs: number;
  /** PostgreSQL: writing the postings, and their size in the database. */
  storeMs: number;
  storedMegabytes: number;
  /** Growth of the process from before the first search to after the last. */
  megabytes: number;
}

const turns = 200;
const warmUpTurns = 30;
const judgedQuestions = 20;
const rate = 0.5;
const topK = 10;

const calibrate = (cosine: number): number => Math.max(0, cosine);

/** Has the vectors of its questions, so that only the search is measured. */
const createQuestionEmbedder = (modelId: string) => {
  const vectors = new Map<string, Float32Array>();
  return {
    learn: (questions: readonly Question[]): void => {
      for (const { text, vector } of questions) vectors.set(text, vector);
    },
    embedder: {
      modelId,
      dimension,
      embed: async (texts: readonly string[]) => texts.map((text) => vectors.get(text)!),
      calibrate,
    },
  };
};

const measureBaseline = async (count: number, query: Float32Array): Promise<number> => {
  const measured = Math.min(count, 100_000);
  const vectors = new Float32Array(measured * dimension).map((_, at) => ((at * 7919) % 1000) / 1000 - 0.5);
  const { p50Ms } = await measure(10, async () => {
    let best = 0;
    for (let at = 0; at < vectors.length; at += dimension) {
      let sum = 0;
      for (let index = 0; index < dimension; index += 1) sum += vectors[at + index]! * query[index]!;
      if (sum > best) best = sum;
    }
    return best;
  });
  return p50Ms * (count / measured);
};

/** Without mapped or cached pages of files, if the system reports them separately. */
const ownMegabytes = (): number => {
  try {
    const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kilobytes) return Number(kilobytes) / 1024;
  } catch {
    // Not Linux.
  }
  return process.memoryUsage.rss() / 1024 ** 2;
};

/** As in a database that has been in use for a while. */
const makeIndexes = async (db: Database, modelId: string): Promise<number> => {
  if (db.kind !== 'postgres') return 0;
  const begun = performance.now();
  await createVectorIndexes({ db, log: silentLog }).ensure(modelId, dimension);
  await sql`analyze chunks, chunk_vectors, documents`.execute(db.query);
  return performance.now() - begun;
};

/** The keyword index of PostgreSQL, which a job otherwise makes while documents are added. */
const storePostings = async (db: Database, bench: TestKnowledge, agent: Agent): Promise<number> => {
  if (db.kind !== 'postgres') return 0;
  const begun = performance.now();
  const storing = openStoring(db, bench);
  try {
    await storing.store(agent);
  } finally {
    await storing.close();
  }
  await sql`analyze posting_segments, posting_runs, posting_pages`.execute(db.query);
  return performance.now() - begun;
};

const sizeOfPostings = async (db: Database): Promise<number> => {
  if (db.kind !== 'postgres') return 0;
  const { rows } = await sql<{
    bytes: number;
  }>`select sum(pg_total_relation_size(name::regclass))::bigint as bytes
    from unnest(array['posting_segments', 'posting_runs', 'posting_pages']) as name`.execute(db.query);
  return rows[0]!.bytes / 1024 ** 2;
};

export const measureSearch = async (db: Database, count: number): Promise<Figures> => {
  const corpus = createCorpus(count);
  const questions = Array.from({ length: turns + warmUpTurns }, (_, at) => corpus.questionAt(at));
  const { learn, embedder } = createQuestionEmbedder(modelOf(corpus));
  learn(questions);
  const embedders = { all: [embedder], for: () => embedder };
  // Not started: the first search finds nothing in memory, as right after a start.
  const bench = await openKnowledge(db, { embedders, start: false });
  try {
    const agent = await bench.newAgent();
    const exact = createExactRanking(questions.slice(0, judgedQuestions), count, calibrate);
    const begun = performance.now();
    await seedChunks(db, agent, corpus, { onChunk: exact.observe });
    const seedMs = performance.now() - begun;
    const indexMs = await makeIndexes(db, modelOf(corpus));
    const ask = async (at: number): Promise<number[]> => {
      const chunks = await find(bench, agent, questions[at]!.text, { topK, rate });
      return chunks.map(({ content }) => numberOf(content));
    };
    const storeMs = await storePostings(db, bench, agent);
    const { buildMs, indexMegabytes } = await buildIndex(db, agent.id, join(bench.folder, 'search-index'));
    const memoryBefore = ownMegabytes();
    const loadBegun = performance.now();
    const loop = watchLoop();
    await ask(0);
    const loadMs = performance.now() - loadBegun;
    const stillMs = loop.stop();
    for (let turn = 0; turn < warmUpTurns; turn += 1) await ask(turns + turn);
    const search = await measure(turns, ask);
    const megabytes = ownMegabytes() - memoryBefore;
    const rankings = exact.rankings(rate, topK);
    let found = 0;
    for (const [at, ranking] of rankings.entries()) found += recall(ranking, await ask(at));
    const baselineMs = await measureBaseline(count, questions[0]!.vector);
    return {
      kind: db.kind,
      count,
      search,
      baselineMs,
      recall: found / rankings.length,
      buildMs,
      loadMs,
      indexMegabytes,
      stillMs,
      seedMs,
      indexMs,
      storeMs,
      storedMegabytes: await sizeOfPostings(db),
      megabytes,
    };
  } finally {
    await bench.close();
  }
};
