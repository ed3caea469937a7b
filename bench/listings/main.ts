/**
 * Listings at size, on SQLite: page 1 and page 1,000 of a user's, a channel's and a time range's conversations
 * with their exact totals, and of questions and answers.
 *
 *   node bench/listings/main.ts            20,000 conversations and 100,000 rounds
 *   node bench/listings/main.ts --conversations=200000
 *   node bench/listings/main.ts --large    1,000,000 and 5,000,000, the size the service promises
 *
 * Prints p50 and p99 of each, and p50 against the smallest listing there is (a user with one conversation),
 * the floor of the same run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createConversations } from '../../src/conversations/index.ts';
import { openSqlite } from '../../src/db/index.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { measure, ms } from '../support/measure.ts';
import { seedListings } from './seed.ts';

const { values: options } = parseArgs({
  options: {
    large: { type: 'boolean', default: false },
    conversations: { type: 'string', default: '20000' },
  },
});
const conversationCount = options.large ? 1_000_000 : Number(options.conversations);
const pageSize = 100;
const lastPage = 1000;
/** Page 1,000 at most; a smaller database has fewer. */
const deepPage = (total: number): number => Math.max(1, Math.min(lastPage, Math.floor(total / pageSize)));
const turns = 31;

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
const db = await openSqlite(folder);
const conversations = createConversations({ db, clock: systemClock });

try {
  const begun = performance.now();
  const { agentId, startMs, endMs } = await seedListings(db, conversationCount);
  console.log(
    `${conversationCount} conversations seeded in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  );

  const third = (endMs - startMs) / 3;
  const filters: [name: string, filter: object][] = [
    ['one conversation', { userId: 'single' }],
    ["a user's", { userId: 'frequent' }],
    ["a user's in a channel", { userId: 'frequent', channel: 'WIDGET' }],
    ["a channel's", { channel: 'API' }],
    ['all', {}],
    ["a time range's", { startMs: startMs + third / 7, endMs: endMs - third }],
    [
      "a channel's in a time range",
      { channel: 'WIDGET', startMs: startMs + third / 7, endMs: endMs - third },
    ],
  ];
  const page = (number: number) => ({ limit: pageSize, offset: (number - 1) * pageSize });
  let floor = 0;
  console.log(`${'conversations'.padEnd(32)} page        p50        p99    CPU p50   ratio      total`);
  for (const [name, filter] of filters) {
    const { total } = await conversations.list({ agentId, ...filter }, page(1));
    for (const number of new Set([1, deepPage(total)])) {
      const { p50Ms, p99Ms, cpuP50Ms } = await measure(turns, () =>
        conversations.list({ agentId, ...filter }, page(number)),
      );
      floor ||= p50Ms;
      const cells = [
        String(number).padStart(4),
        ms(p50Ms).padStart(10),
        ms(p99Ms).padStart(10),
        ms(cpuP50Ms).padStart(10),
      ];
      console.log(
        `${name.padEnd(32)} ${cells.join(' ')} ${(p50Ms / floor).toFixed(1).padStart(7)} ${String(total).padStart(10)}`,
      );
    }
  }
  const qa: [name: string, filter: object][] = [
    ['questions, all', {}],
    ['questions, rated BAD', { feedback: 'BAD' }],
    ['questions without feedback', { feedback: 'NONE' }],
    ['questions in a time range', { startMs: startMs + third, endMs: endMs - third }],
  ];
  for (const [name, filter] of qa)
    for (const number of [1, deepPage(conversationCount / 2)]) {
      const { p50Ms, p99Ms, cpuP50Ms } = await measure(turns, () =>
        conversations.listQa({ agentId, ...filter }, page(number)),
      );
      const cells = [
        String(number).padStart(4),
        ms(p50Ms).padStart(10),
        ms(p99Ms).padStart(10),
        ms(cpuP50Ms).padStart(10),
      ];
      console.log(`${name.padEnd(32)} ${cells.join(' ')} ${(p50Ms / floor).toFixed(1).padStart(7)}`);
    }
} finally {
  await db.close();
  rmSync(folder, { recursive: true, force: true });
}
