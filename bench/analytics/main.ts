/**
 * Analytics: how fast existing rounds are counted, and how long each view takes with a year of rounds.
 *
 *   node bench/analytics/main.ts                     100,000 rounds in SQLite
 *   node bench/analytics/main.ts --rounds=5000000    the largest supported size: hours and 30 GB of disk space
 *   DATABASE_URL=… node bench/analytics/main.ts      in an empty PostgreSQL database
 *   --folder=… keeps the SQLite database there and continues with it
 *   --full                                           only the views, with the largest roll-up tables
 *
 * The limit for a view is 300 ms.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createAnalytics } from '../../src/analytics/index.ts';
import { type Database, openPostgres, openSqlite } from '../../src/db/index.ts';
import { createEmbedders } from '../../src/knowledge/index.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { silentLog } from '../../src/lib/log.ts';
import { createSafeFetch } from '../../src/lib/safe-fetch/index.ts';
import { endMs, seedSearch } from '../search/seed.ts';
import { measure, ms, watchLoop } from '../support/measure.ts';
import { databaseKind, report } from '../support/report.ts';
import { seedFull } from './seed-full.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100000' },
    folder: { type: 'string' },
    full: { type: 'boolean', default: false },
  },
});
const roundCount = Number(options.rounds);
const limitMs = 300;
const turns = 15;
const dayMs = 86_400_000;
const lastDay = Math.floor(endMs / dayMs) - 1;
const url = process.env.DATABASE_URL;
const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
mkdirSync(folder, { recursive: true });
const seededFile = join(folder, 'seeded.json');

type Seeded = Awaited<ReturnType<typeof seedSearch>>;

const seed = async (db: Database): Promise<Seeded> => {
  if (existsSync(seededFile)) return JSON.parse(readFileSync(seededFile, 'utf8'));
  if (!url) await sql`pragma synchronous = off`.execute(db.query);
  const begun = performance.now();
  const seeded = await seedSearch(db, roundCount);
  console.log(`${seeded.rounds} rounds seeded in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  if (!url) await sql`pragma synchronous = normal`.execute(db.query);
  writeFileSync(seededFile, JSON.stringify(seeded));
  return seeded;
};

const embedders = createEmbedders({
  server: undefined,
  fetch: createSafeFetch({ allow: [], log: silentLog }),
  clock: systemClock,
});
const openAnalytics = (db: Database) =>
  createAnalytics({
    db,
    clock: { nowMs: () => endMs },
    log: silentLog,
    jobs: { define: () => {}, enqueue: async () => '', runNow: async () => {} },
    embedders,
  });

const tellSpeed = (name: string, count: number, seconds: number): void => {
  console.log(`${name}: ${count} in ${seconds.toFixed(0)} s, ${(count / seconds).toFixed(0)}/s`);
  report({
    group: 'analytics',
    name,
    database: databaseKind(),
    value: count / seconds,
    unit: '/s',
    better: 'higher',
  });
};

const count = async (db: Database): Promise<void> => {
  const analytics = openAnalytics(db);
  const counted = async () =>
    Number(
      (
        await db.query
          .selectFrom('analytics_days')
          .select((eb) => eb.fn.sum('rounds').as('rounds'))
          .where('agent_id', '=', '')
          .where('channel', '=', '')
          .executeTakeFirstOrThrow()
      ).rounds ?? 0,
    );
  const before = await counted();
  const begun = performance.now();
  const loop = watchLoop();
  let toldAt = begun;
  await analytics.followChanges({
    onBatch: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      if (performance.now() - toldAt < 60_000) return;
      toldAt = performance.now();
      console.error(`${await counted()} rounds after ${((toldAt - begun) / 1000).toFixed(0)} s`);
    },
  });
  const seconds = (performance.now() - begun) / 1000;
  tellSpeed('counting existing rounds', (await counted()) - before, seconds);
  console.log(`longest block of the event loop ${loop.stop().toFixed(0)} ms`);
  const assignedFrom = performance.now();
  const waiting = async () =>
    Number(
      (
        await db.query
          .selectFrom('unanswered_questions')
          .select((eb) => eb.fn.countAll().as('count'))
          .where('topic_id', 'is', null)
          .executeTakeFirstOrThrow()
      ).count,
    );
  const questions = await waiting();
  await analytics.assignTopics();
  tellSpeed(
    'grouping unanswered questions',
    questions - (await waiting()),
    (performance.now() - assignedFrom) / 1000,
  );
};

const ask = async (
  db: Database,
  { workspaceId, agentId }: Pick<Seeded, 'workspaceId' | 'agentId'>,
): Promise<number> => {
  const analytics = openAnalytics(db);
  let slow = 0;
  const tell = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const { p50Ms, p99Ms } = await measure(turns, work);
    if (p50Ms > limitMs) slow += 1;
    console.log(`${name.padEnd(44)} ${ms(p50Ms).padStart(10)} ${ms(p99Ms).padStart(10)}`);
    report({
      group: 'analytics',
      name: options.full ? `${name}, largest tables` : name,
      database: databaseKind(),
      value: p50Ms,
      unit: 'ms',
      better: 'lower',
      limit: limitMs,
    });
  };
  for (const days of [30, 366])
    for (const [name, part] of [
      ['workspace', {}],
      ['workspace, one channel', { channel: 'WIDGET' }],
      ['agent', { agentId }],
    ] as const) {
      const filter = { workspaceId, ...part, firstDay: lastDay - days + 1, lastDay };
      const before = { ...filter, firstDay: lastDay - 2 * days + 1, lastDay: lastDay - days };
      await tell(`${name}, ${days} days`, async () => {
        await analytics.state(workspaceId);
        await Promise.all([
          analytics.report(filter),
          analytics.report(before),
          'agentId' in part ? [] : analytics.byAgent(filter),
          analytics.channels(workspaceId),
        ]);
      });
      await tell(`documents of ${name}, ${days} days`, async () => {
        await analytics.usedDocuments(filter, 100);
        await analytics.unusedDocuments(filter, 100);
      });
      await tell(`tools of ${name}, ${days} days`, () => analytics.tools(filter, 100));
    }
  await tell('unanswered questions', () =>
    analytics.topics.list({ agentId, status: 'open' }, { offset: 0, limit: 20 }),
  );
  return slow;
};

const db = await (url ? openPostgres(url) : openSqlite(folder));
try {
  const seeded = options.full ? await seedFull(db, lastDay) : await seed(db);
  if (!options.full) await count(db);
  if (url) await sql`vacuum analyze`.execute(db.query);
  const slow = await ask(db, seeded);
  if (slow > 0) {
    console.log(`${slow} views take longer than ${limitMs} ms`);
    process.exitCode = 1;
  }
} finally {
  await embedders.close?.();
  await db.close();
  if (!options.folder) rmSync(folder, { recursive: true, force: true });
}
