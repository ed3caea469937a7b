/**
 * pgvector with many agents in one table: time and size of the HNSW index, and searches of one agent among the others.
 *
 *   DATABASE_URL=postgres://… node bench/retrieval/filtered-vectors.ts             100,000 vectors, on that (empty) database
 *   DATABASE_URL=postgres://… node bench/retrieval/filtered-vectors.ts --large     a million
 *   DATABASE_URL=postgres://… node bench/retrieval/filtered-vectors.ts 300000      only that many
 *
 * 100 agents have the same number of vectors with 384 dimensions. Recall is the share of the exact best 10 among the 200
 * candidates of the index scan.
 */
import { sql } from 'kysely';
import type { Agent } from '../../src/agents/index.ts';
import { type Database, openPostgres } from '../../src/db/index.ts';
import { insertVectors } from '../../src/knowledge/ingest/chunk-store.ts';
import { allowLongScans, findNearest } from '../../src/knowledge/retrieve/vector-index-store.ts';
import { createVectorIndexes } from '../../src/knowledge/retrieve/vector-indexes.ts';
import { newId } from '../../src/lib/ids.ts';
import { silentLog } from '../../src/lib/log.ts';
import { openKnowledge } from '../../test/support/knowledge/open-knowledge.ts';
import { measure, ms } from '../support/measure.ts';
import { report } from '../support/report.ts';
import { createCorpus, dimension } from './corpus.ts';
import { recall } from './exact-ranking.ts';
import { insertDocument } from './seed.ts';

const model = 'bench-filtered';
const agents = 100;
const questions = 100;
const candidates = 200;
const insertedAtOnce = 500;

const addAgent = async (db: Database, newAgent: () => Promise<Agent>) => {
  const agent = await newAgent();
  const place = { agentId: agent.id, documentId: newId(), uploadId: newId() };
  await insertDocument(db.query, { agent, ...place, name: 'bench.txt', chunkCount: 0, tokenCount: 0, model });
  return place;
};

const measureFiltered = async (count: number): Promise<void> => {
  const db = await openPostgres(process.env.DATABASE_URL!);
  const bench = await openKnowledge(db, { start: false });
  try {
    const corpus = createCorpus(count);
    const places: Awaited<ReturnType<typeof addAgent>>[] = [];
    for (let agent = 0; agent < agents; agent += 1) places.push(await addAgent(db, bench.newAgent));
    const begun = performance.now();
    for (let first = 0; first < count; first += insertedAtOnce) {
      const place = places[(first / insertedAtOnce) % agents]!;
      const vectors = Array.from({ length: Math.min(insertedAtOnce, count - first) }, (_, at) => ({
        number: first + at + 1,
        model,
        vector: corpus.chunkAt(first + at).vector,
      }));
      await insertVectors(db.query, place, vectors);
    }
    const insertedMs = performance.now() - begun;
    await sql`analyze chunk_vectors, documents`.execute(db.query);
    const indexBegun = performance.now();
    await createVectorIndexes({ db, log: silentLog }).ensure(model, dimension);
    const indexMs = performance.now() - indexBegun;
    const { rows } = await sql<{ bytes: number; tableBytes: number }>`select
      sum(pg_relation_size(i.indexrelid))::bigint as bytes, pg_table_size('chunk_vectors') as "tableBytes"
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
      where a.amname = 'hnsw'`.execute(db.query);
    const search = async (question: number, isExact: boolean): Promise<number[]> => {
      const { agentId } = places[question % agents]!;
      const query = { model, vector: corpus.questionAt(question).vector };
      const place = { agentId, documentIds: undefined };
      if (isExact) return findNearest(db.query, place, query, { isExact, limit: 10 });
      return db.transaction(async (tx) => {
        await allowLongScans(tx, { candidates, mostScanned: 200_000 });
        return findNearest(tx, place, query, { isExact, limit: candidates });
      });
    };
    for (let question = 0; question < questions; question += 1) await search(question, false);
    const indexed = await measure(questions, (question) => search(question, false));
    const exact = await measure(questions, (question) => search(question, true));
    let found = 0;
    for (let question = 0; question < questions; question += 1)
      found += recall(await search(question, true), await search(question, false));
    const at = `${count.toLocaleString('en')} vectors of ${agents} agents`;
    console.log(
      [
        `${at}: inserted in ${(insertedMs / 1000).toFixed(0)} s, indexed in ${(indexMs / 1000).toFixed(0)} s`,
        `  table ${(rows[0]!.tableBytes / 2 ** 20).toFixed(0)} MB, HNSW index ${(rows[0]!.bytes / 2 ** 20).toFixed(0)} MB`,
        `  one agent by the index: p50 ${ms(indexed.p50Ms)}, p99 ${ms(indexed.p99Ms)}, recall ${(found / questions).toFixed(4)}`,
        `  one agent exactly (${(count / agents).toLocaleString('en')} vectors): p50 ${ms(exact.p50Ms)}, p99 ${ms(exact.p99Ms)}`,
      ].join('\n'),
    );
    const common = { group: 'filtered vectors', database: db.kind, better: 'lower' } as const;
    report(
      { ...common, name: `${at}, p50`, value: indexed.p50Ms, unit: 'ms' },
      { ...common, name: `${at}, p99`, value: indexed.p99Ms, unit: 'ms' },
      { ...common, name: `${at}, recall`, value: found / questions, unit: 'ratio', better: 'higher' },
    );
  } finally {
    await bench.close();
    await db.close();
  }
};

if (!process.env.DATABASE_URL)
  throw new Error('Set DATABASE_URL to an empty PostgreSQL database with pgvector');
const given = process.argv.slice(2).filter((argument) => /^\d+$/.test(argument));
await measureFiltered(Number(given[0] ?? (process.argv.includes('--large') ? 1_000_000 : 100_000)));
