import { createDefaultBase } from '../../src/knowledge/documents/knowledge-base-store.ts';
/**
 * Large tables: the same queries with 1,000 records and with many.
 *
 *   node bench/tables/main.ts                        100,000 records on SQLite
 *   node bench/tables/main.ts --large                1,000,000, the largest supported size
 *   node bench/tables/main.ts --url=postgres://…     on an empty PostgreSQL database
 *
 * Prints p50 of each query at both sizes, their ratio (the baseline is the small table of the same run), the cost of
 * a thousand rows at the beginning and at the end, and how long the event loop was blocked.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createAgents } from '../../src/agents/index.ts';
import { type Database, openPostgres, openSqlite } from '../../src/db/index.ts';
import { createJobs } from '../../src/jobs/index.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createSandbox } from '../../src/lib/sandbox/index.ts';
import { createRecognition } from '../../src/recognition/index.ts';
import { createTables, type Table } from '../../src/tables/index.ts';
import { testEncryption } from '../../test/support/service/test-encryption.ts';
import { measure, ms, watchLoop } from '../support/measure.ts';
import { type Figure, report } from '../support/report.ts';
import { orderFields, orderRow, rareCharacter, wideFields, wideRow } from './rows.ts';

const { values: options } = parseArgs({
  options: {
    large: { type: 'boolean', default: false },
    records: { type: 'string', default: '100000' },
    url: { type: 'string' },
  },
});
const records = options.large ? 1_000_000 : Number(options.records);
const turns = 40;

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
const url = options.url ?? process.env.DATABASE_URL;
const db: Database = await (url ? openPostgres(url) : openSqlite(folder));
const log = { info: () => {}, warn: console.warn, error: console.error };
const jobs = createJobs({ db, clock: systemClock, log });
const tables = createTables({
  db,
  clock: systemClock,
  jobs,
  sandbox: createSandbox(),
  recognition: createRecognition(),
});
const agents = createAgents({ db, clock: systemClock, encryption: testEncryption, createDefaultBase });

const workspaceId = 'f'.repeat(24);
await db.query
  .insertInto('workspaces')
  .values({ id: workspaceId, name: 'Bench', balance_nano: null, reserved_nano: 0, created_at: 0 })
  .execute();
const agent = await db.transaction((tx) => agents.create(tx, { workspaceId, name: 'Bench' }));
await jobs.start();

const tell = (name: string, value: number, unit: Figure['unit'], limit?: number): void =>
  report({
    group: 'tables',
    name,
    database: db.kind,
    value,
    unit,
    better: 'lower',
    ...(limit === undefined ? {} : { limit }),
  });

/** Limit of a query on the large table: a multiple of the small table's time, or milliseconds. */
const limits: Record<string, ['ratio' | 'ms', number]> = {
  'page by unique key': ['ratio', 3],
  'page by filter field': ['ratio', 3],
  'page of a common value': ['ratio', 3],
  'keyword, rare': ['ms', 100],
  'keyword, 3 letters': ['ms', 100],
  'keyword, common word': ['ms', 100],
};

const make = async (name: string, fields: object[]): Promise<string> =>
  tables.create({ agent, ownerId: 'bench', definition: { name, description: name, fields } });

/** Like the endpoint: one job of up to 1,000 rows, until it is done. */
const add = async (tableId: string, rows: Record<string, unknown>[]): Promise<number> => {
  const begun = performance.now();
  const id = await tables.startImport({ agent, tableId, rows });
  for (;;) {
    await jobs.idle();
    const [result] = await tables.importResults(agent, [id]);
    if (result?.status === 'AVAILABLE') return performance.now() - begun;
    if (result?.status === 'FAIL') throw new Error(JSON.stringify(result.failures[0]));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
};

const fill = async (tableId: string, count: number): Promise<number[]> => {
  const times: number[] = [];
  for (let first = 0; first < count; first += 1000) {
    times.push(
      await add(
        tableId,
        Array.from({ length: 1000 }, (_, index) => orderRow(first + index)),
      ),
    );
    if (times.length % 100 === 0) console.error(`${times.length}000 rows`);
  }
  return times;
};

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

/** Each run has another query, so that no total is cached. */
const questions: [name: string, ask: (table: Table, turn: number) => Promise<{ total: number }>][] = [
  [
    'page by unique key',
    (table, turn) => page(table, { filter: { number: (turn * 7919) % table.recordCount } }),
  ],
  ['page by filter field', (table, turn) => page(table, { filter: { customer: `customer ${turn}` } })],
  ['page of a common value', (table, turn) => page(table, { filter: { city: orderRow(turn).city } })],
  ['keyword, rare', (table, turn) => page(table, { keyword: `r-${100 + turn * 7}-x` })],
  ['keyword, 3 letters', (table, turn) => page(table, { keyword: String(100 + turn * 7) })],
  [
    'keyword, common word',
    (table, turn) => page(table, { keyword: String(orderRow(turn).city).slice(0, turn < 20 ? 5 : 4) }),
  ],
  ['keyword, 2 Chinese characters', (table, turn) => page(table, { keyword: `户${rareCharacter(turn)}` })],
  ['page 1 of all', (table) => page(table, { filter: {} })],
];

const page = (table: Table, query: object) => tables.page(table, query, { limit: 10, offset: 0 });

const runQuestions = async (tableId: string) => {
  const table = await tables.require(agent, tableId);
  const results = new Map<string, { p50Ms: number; cpuP50Ms: number; total: number }>();
  for (const [name, ask] of questions) {
    let total = 0;
    const { p50Ms, cpuP50Ms } = await measure(turns, async (turn) => {
      total = (await ask(table, turn)).total;
    });
    results.set(name, { p50Ms, cpuP50Ms, total });
  }
  return results;
};

try {
  const wide = await make('wide', wideFields);
  const firstMs = await add(
    wide,
    Array.from({ length: 1000 }, (_, index) => wideRow(index)),
  );
  const wideTimes = [];
  for (let turn = 1; turn <= 5; turn++)
    wideTimes.push(
      await add(
        wide,
        Array.from({ length: 1000 }, (_, index) => wideRow(turn * 1000 + index)),
      ),
    );
  console.log(
    `1,000 rows of 20 fields: ${ms(firstMs)} as the first thing a process does, then ${ms(median(wideTimes))} (median of 5)`,
  );

  tell('import of 1,000 rows of 20 fields, first', firstMs, 'ms', 1000);
  tell('import of 1,000 rows of 20 fields', median(wideTimes), 'ms', 1000);

  const small = await make('small', orderFields);
  await fill(small, 1000);
  const large = await make('large', orderFields);
  const loop = watchLoop();
  const times = await fill(large, records);
  const worstMs = loop.stop();
  const tenth = Math.max(1, Math.floor(times.length / 10));
  const [begin, end] = [median(times.slice(0, tenth)), median(times.slice(-tenth))];
  console.log(
    `1,000 rows of 8 fields: ${ms(begin)} in the first tenth, ${ms(end)} in the last (ratio ${(end / begin).toFixed(2)}); event loop held at most ${ms(worstMs)}`,
  );

  tell('1,000 rows more, last tenth against first', end / begin, 'ratio');

  // Autovacuum does it within a minute. Before, PostgreSQL assumes that the table is smaller.
  if (db.kind === 'postgres') await sql`analyze`.execute(db.query);
  const few = await runQuestions(small);
  const questionLoop = watchLoop();
  const many = await runQuestions(large);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const head = ['1,000', String(records), 'ratio', 'CPU', 'total'].map((word) => word.padStart(10));
  console.log(`\n${db.kind.padEnd(30)} ${head.join(' ')}`);
  for (const [name, { p50Ms, cpuP50Ms, total }] of many) {
    const baseline = few.get(name)!.p50Ms;
    const cells = [ms(baseline), ms(p50Ms), (p50Ms / baseline).toFixed(1), ms(cpuP50Ms), String(total)];
    const [unit, limit] = limits[name] ?? ['ms', undefined];
    tell(`${name}, ${records} records`, unit === 'ms' ? p50Ms : p50Ms / baseline, unit, limit);
    console.log(`${name.padEnd(30)} ${cells.map((cell) => cell.padStart(10)).join(' ')}`);
  }
  console.log(`event loop held at most ${ms(questionLoop.stop())} while asking`);
} finally {
  await jobs.stop({ graceMs: 1000 });
  await db.close();
  rmSync(folder, { recursive: true, force: true });
}
