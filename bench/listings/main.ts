/**
 * Large listings: the first, a deep and the last page of the conversations of a user, a channel and a time
 * range with their exact totals, and of questions and answers.
 *
 *   node bench/listings/main.ts            20,000 conversations and 100,000 rounds
 *   node bench/listings/main.ts --conversations=200000
 *   node bench/listings/main.ts --large    1,000,000 and 5,000,000, the largest supported size: a few minutes and
 *                                          3 GB of disk space, released at the end
 *   DATABASE_URL=… node bench/listings/main.ts --large    in an empty PostgreSQL database
 *
 * Prints p50 and p99 of each, and p50 compared with the smallest listing (a user with one conversation),
 * the baseline of the same run. The limit for pages up to the thousandth is 20 ms on SQLite.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createConversations } from '../../src/conversations/index.ts';
import { type Database, openPostgres, openSqlite } from '../../src/db/index.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { measure, ms } from '../support/measure.ts';
import { databaseKind, report } from '../support/report.ts';
import { seedListings } from './seed.ts';

const { values: options } = parseArgs({
  options: {
    large: { type: 'boolean', default: false },
    conversations: { type: 'string', default: '20000' },
  },
});
const conversationCount = options.large ? 1_000_000 : Number(options.conversations);
const pageSize = 100;
const deepPage = 1000;
const limitMs = 20;
const turns = 31;

const url = process.env.DATABASE_URL;
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
const open = (): Promise<Database> => (url ? openPostgres(url) : openSqlite(folder));

const seed = async () => {
  const db = await open();
  if (!url) {
    // Faster for filling only: the data need not survive a power failure. The queries use a new connection.
    await sql`pragma synchronous = off`.execute(db.query);
    await sql`pragma cache_size = -1000000`.execute(db.query);
  }
  try {
    return await seedListings(db, conversationCount);
  } finally {
    await db.close();
  }
};

const pagesOf = (total: number): number[] => {
  const last = Math.max(1, Math.ceil(total / pageSize));
  return [...new Set([1, Math.min(deepPage, last), last])];
};

let baselineMs = 0;
let slow = 0;
const tell = async (name: string, page: number, total: number | undefined, ask: () => Promise<unknown>) => {
  const { p50Ms, p99Ms, cpuP50Ms } = await measure(turns, ask);
  baselineMs ||= p50Ms;
  // PostgreSQL counts all conversations of a listing for its total.
  const hasLimit = page <= deepPage && !url;
  if (hasLimit && p50Ms > limitMs) slow += 1;
  report({
    group: 'listings',
    name: `${name}, page ${page}`,
    database: databaseKind(),
    value: p50Ms,
    unit: 'ms',
    better: 'lower',
    ...(hasLimit ? { limit: limitMs } : {}),
  });
  const cells = [p50Ms, p99Ms, cpuP50Ms].map((value) => ms(value).padStart(10));
  const ratio = (p50Ms / baselineMs).toFixed(1).padStart(7);
  console.log(
    `${name.padEnd(34)} ${String(page).padStart(6)} ${cells.join(' ')} ${ratio} ${String(total ?? '').padStart(9)}`,
  );
};

const ask = async ({ agentId, startMs, endMs }: Awaited<ReturnType<typeof seed>>) => {
  const db = await open();
  const conversations = createConversations({ db, clock: systemClock });
  const third = (endMs - startMs) / 3;
  const range = { startMs: Math.round(startMs + third / 7), endMs: Math.round(endMs - third) };
  const filters: [name: string, filter: object][] = [
    ['one conversation', { userId: 'single' }],
    ["a user's", { userId: 'frequent' }],
    ["a user's in a channel", { userId: 'frequent', channel: 'WIDGET' }],
    ["a user's in a time range", { userId: 'frequent', ...range }],
    ["a user's, channel and range", { userId: 'frequent', channel: 'API', ...range }],
    ["a channel's", { channel: 'API' }],
    ["a rarer channel's", { channel: 'WIDGET' }],
    ['all', {}],
    ["a time range's", range],
    ["a channel's in a time range", { channel: 'API', ...range }],
  ];
  const at = (page: number) => ({ limit: pageSize, offset: (page - 1) * pageSize });
  console.log(`${'conversations'.padEnd(36)} page        p50        p99    CPU p50   ratio     total`);
  for (const [name, filter] of filters) {
    const { total } = await conversations.list({ agentId, ...filter }, at(1));
    for (const page of pagesOf(total))
      await tell(name, page, total, () => conversations.list({ agentId, ...filter }, at(page)));
  }
  const questions: [name: string, filter: object][] = [
    ['questions, all', {}],
    ['questions rated BAD', { feedback: 'BAD' }],
    ['questions without a rating', { feedback: 'NONE' }],
    ['questions in a time range', range],
    ['questions rated BAD in a range', { feedback: 'BAD', ...range }],
    ['unrated questions in a range', { feedback: 'NONE', ...range }],
  ];
  for (const [name, filter] of questions)
    for (const page of [1, Math.min(deepPage, Math.floor(conversationCount / 400))])
      await tell(name, page, undefined, () => conversations.listQa({ agentId, ...filter }, at(page)));
  await db.close();
};

try {
  const begun = performance.now();
  const seeded = await seed();
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(`${conversationCount} conversations of five rounds seeded in ${seconds} s`);
  await ask(seeded);
  if (!url)
    console.log(slow === 0 ? `every p50 is within ${limitMs} ms` : `${slow} p50 are over ${limitMs} ms`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
