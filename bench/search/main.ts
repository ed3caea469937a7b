/**
 * Search over all messages: a rare word, several words, a phrase, a frequent word, the beginning of a word and every
 * filter, with the time and size of the index.
 *
 *   node bench/search/main.ts                     100,000 rounds in SQLite
 *   node bench/search/main.ts --rounds=5000000    the largest supported size: an hour or two and 30 GB of disk space
 *   DATABASE_URL=… node bench/search/main.ts      in an empty PostgreSQL database
 *   --folder=… keeps the SQLite database there and uses it again
 *
 * The limit for a page of 25 conversations is 200 ms.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createConversations, type RoundFilters } from '../../src/conversations/index.ts';
import { type Database, openPostgres, openSqlite } from '../../src/db/index.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { measure, ms, watchLoop } from '../support/measure.ts';
import { databaseKind, report } from '../support/report.ts';
import { documentId, endMs, labelId, rareWord, seedSearch } from './seed.ts';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '100000' }, folder: { type: 'string' } },
});
const roundCount = Number(options.rounds);
const limitMs = 200;
const turns = 15;
const url = process.env.DATABASE_URL;
const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
mkdirSync(folder, { recursive: true });
const seededFile = join(folder, 'seeded.json');

const open = (): Promise<Database> => (url ? openPostgres(url) : openSqlite(folder));

type Seeded = Awaited<ReturnType<typeof seedSearch>>;

const tables = ['search_entries', 'search_buckets', 'round_search%'];

/** Bytes of the index and of the rounds. */
const readSizes = async (db: Database): Promise<{ index: number; rounds: number }> => {
  const like = (column: string) =>
    sql.join(
      tables.map((name) => sql`${sql.ref(column)} like ${name}`),
      sql` or `,
    );
  if (db.kind === 'postgres') {
    const { rows } = await sql<{ index: string; rounds: string }>`select
      sum(pg_total_relation_size(oid)) filter (where ${like('relname')}) as index,
      sum(pg_total_relation_size(oid)) filter (where relname = 'rounds') as rounds
      from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(db.query);
    return { index: Number(rows[0]!.index), rounds: Number(rows[0]!.rounds) };
  }
  const { rows } = await sql<{ index: number; rounds: number }>`select
      sum(pgsize) filter (where ${like('tbl_name')}) as "index", sum(pgsize) filter (where tbl_name = 'rounds') as rounds
    from dbstat join sqlite_schema on sqlite_schema.name = dbstat.name where aggregate = true`.execute(
    db.query,
  );
  return rows[0]!;
};

const build = async (): Promise<Seeded> => {
  const db = await open();
  if (!url) await sql`pragma synchronous = off`.execute(db.query);
  const begun = performance.now();
  const seeded = await seedSearch(db, roundCount);
  console.log(`${seeded.rounds} rounds seeded in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  const indexedFrom = performance.now();
  const loop = watchLoop();
  await createConversations({ db, clock: systemClock }).indexing.catchUp();
  const seconds = (performance.now() - indexedFrom) / 1000;
  console.log(
    `indexed in ${seconds.toFixed(0)} s: ${(seeded.rounds / seconds).toFixed(0)} rounds/s, longest block of the event loop ${loop.stop().toFixed(0)} ms`,
  );
  report({
    group: 'search',
    name: 'indexing',
    database: databaseKind(),
    value: seeded.rounds / seconds,
    unit: '/s',
    better: 'higher',
  });
  if (url) await sql`vacuum analyze search_entries`.execute(db.query);
  const { index, rounds } = await readSizes(db);
  console.log(
    `index ${(index / 2 ** 20).toFixed(0)} MB, ${(index / seeded.rounds).toFixed(0)} bytes per round; table of rounds ${(rounds / 2 ** 20).toFixed(0)} MB`,
  );
  await db.close();
  return seeded;
};

const dayMs = 86_400_000;

const searches: [
  name: string,
  words: string,
  filters?: RoundFilters,
  range?: { startMs: number; endMs: number },
][] = [
  ['rare word', rareWord],
  ['word that does not occur', 'quetzalcoatl'],
  ['order number', 'A-77777'],
  ['user', 'user-4711'],
  ['two frequent words', 'order parcel'],
  ['rare and frequent word', `${rareWord} order`],
  ['frequent word', 'the'],
  ['phrase', '"where is my"'],
  ['phrase that does not occur', '"parcel zebrafinch"'],
  ['beginning of a word', 'zebraf*'],
  ['frequent beginning', 'p*'],
  ['rated bad by operators', '', { quality: 'UNRESOLVED' }],
  ['rated bad by users', '', { feedback: 'BAD' }],
  ['failed', '', { failed: true }],
  ['handed over', '', { handedOver: true }],
  ['missed', '', { missed: true }],
  ['tool', '', { tool: 'look_up_order' }],
  ['document', '', { documentId }],
  ['language', '', { language: 'de' }],
  ['label', '', { labelId }],
  ['channel', '', { channel: 'WIDGET' }],
  ['user filter', '', { userId: 'user-4711' }],
  ['word, failed, handed over, rated', 'order', { failed: true, handedOver: true, feedback: 'BAD' }],
  ['rare word and filter', rareWord, { channel: 'API' }],
  ['frequent word in an old month', 'the', {}, { startMs: endMs - 300 * dayMs, endMs: endMs - 270 * dayMs }],
];

const ask = async ({ workspaceId, agentId, smallAgentId }: Seeded): Promise<void> => {
  const db = await open();
  const conversations = createConversations({ db, clock: systemClock });
  let slow = 0;
  console.log(`${'search'.padEnd(44)}        p50        p99    CPU p50  blocked  found`);
  const scopes = [
    { name: '', agentId },
    { name: ', workspace', agentId: undefined },
    { name: ', small agent', agentId: smallAgentId },
  ];
  for (const [name, words, filters = {}, range = {}] of searches)
    for (const scope of scopes) {
      const run = () =>
        conversations.search({ workspaceId, agentId: scope.agentId, words, filters, limit: 25, ...range });
      const { items, next } = await run();
      const loop = watchLoop();
      const { p50Ms, p99Ms, cpuP50Ms } = await measure(turns, run);
      const blocked = loop.stop();
      if (p50Ms > limitMs) slow += 1;
      report({
        group: 'search',
        name: `${name}${scope.name}`,
        database: databaseKind(),
        value: p50Ms,
        unit: 'ms',
        better: 'lower',
        limit: limitMs,
      });
      const cells = [p50Ms, p99Ms, cpuP50Ms, blocked].map((value) => ms(value).padStart(10));
      console.log(`${(name + scope.name).padEnd(44)} ${cells.join(' ')} ${items.length}${next ? '+' : ''}`);
    }
  await db.close();
  console.log(slow === 0 ? `every p50 is within ${limitMs} ms` : `${slow} p50 are over ${limitMs} ms`);
};

try {
  const seeded: Seeded = existsSync(seededFile)
    ? JSON.parse(await readFile(seededFile, 'utf8'))
    : await build();
  if (options.folder) writeFileSync(seededFile, JSON.stringify(seeded));
  await ask(seeded);
} finally {
  if (!options.folder) rmSync(folder, { recursive: true, force: true });
}
