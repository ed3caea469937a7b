import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CompiledQuery, sql } from 'kysely';
import { openTestDatabase } from '../../../test/support/databases/databases.ts';
import { planOf } from '../../../test/support/databases/query-plan.ts';
import { skipWithout } from '../../../test/support/runner/test-groups.ts';
import type { Handle } from '../../db/index.ts';
import { insertEntries } from './index-store.ts';
import { anyMatchesQuery, bucketMatchesQuery, bucketsQuery } from './match-store.ts';
import { bucketSize } from './terms.ts';

const facets = [
  { name: 'quality', value: 'UNRESOLVED' },
  { name: 'tool', value: 'look up' },
  { name: 'label', value: 'b'.repeat(24) },
] as const;

/** Words, filters, both, and a page in a range of time. */
const inputs = [
  { query: { phrases: [{ tokens: ['parcel'], isPrefix: false }], facets: [] } },
  { query: { phrases: [{ tokens: ['p'], isPrefix: true }], facets } },
  {
    query: { phrases: [], facets },
    startMs: 5,
    endMs: 10 ** 12,
    after: { createdAtMs: 10 ** 12, position: 7 },
  },
].map((input) => ({
  bucket: 1,
  buckets: [1, 2, 3],
  startMs: undefined,
  endMs: undefined,
  after: undefined,
  limit: 100,
  ...input,
}));

test('every combination of words and filters is answered by the full-text index (sqlite)', async () => {
  const { db, release } = await openTestDatabase('sqlite');
  try {
    for (const input of inputs) {
      for (const [query, sorts] of [
        [bucketMatchesQuery(db.query, input), ['USE TEMP B-TREE FOR ORDER BY']],
        [anyMatchesQuery(db.query, input), []],
      ] as const) {
        const [index, entries, ...rest] = await planOf(db, query);
        assert.match(index!, /^SCAN round_search VIRTUAL TABLE INDEX \d+:M/);
        assert.match(entries!, /^SEARCH e USING INTEGER PRIMARY KEY/);
        assert.deepEqual(rest, sorts);
      }
    }
    for (const agentId of ['a', undefined]) {
      const plan = await planOf(
        db,
        bucketsQuery(db.query, { workspaceId: 'w', agentId, startMs: 1, endMs: 9 }),
      );
      const index = agentId ? 'search_buckets_by_agent' : 'search_buckets_by_workspace';
      assert.equal(plan.length, 1);
      assert.ok(plan[0]!.startsWith(`SEARCH search_buckets USING INDEX ${index}`), plan[0]);
    }
  } finally {
    await release();
  }
});

const postgresPlanOf = async (db: Handle, compiled: CompiledQuery): Promise<string> => {
  const explained = { ...compiled, sql: `explain ${compiled.sql}` };
  const { rows } = await db.executeQuery(explained as CompiledQuery<{ 'QUERY PLAN': string }>);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};

test('every combination of words and filters is answered by the full-text index (postgres)', {
  skip: skipWithout('postgres'),
}, async () => {
  const { db, release } = await openTestDatabase('postgres');
  try {
    for (const input of inputs)
      for (const compiled of [bucketMatchesQuery(db.query, input), anyMatchesQuery(db.query, input)])
        await db.transaction(async (tx) => {
          // Of an empty table the planner would read everything.
          await sql`set local enable_seqscan = off`.execute(tx);
          assert.match(await postgresPlanOf(tx, compiled), /Bitmap Index Scan on search_entries_terms/);
        });
  } finally {
    await release();
  }
});

/** As many as a statement may look up at once. */
const bucketCount = 256;
const roundsPerBucket = 40;

test('a word in many buckets of a large index is looked up bucket by bucket (postgres)', {
  skip: skipWithout('postgres'),
}, async () => {
  const { db, release } = await openTestDatabase('postgres');
  try {
    // The rounds themselves are not needed.
    await sql`alter table search_entries drop constraint search_entries_round_id_fkey`.execute(db.query);
    await db.transaction((tx) =>
      insertEntries(
        tx,
        Array.from({ length: bucketCount * roundsPerBucket }, (_, at) => ({
          position: (at % bucketCount) * bucketSize + Math.floor(at / bucketCount),
          roundId: `round ${at}`,
          conversationId: `conversation ${at}`,
          createdAtMs: at,
          terms: { texts: [['order', 'parcel', `number${at}`]], facets: [] },
        })),
      ),
    );
    await sql`vacuum analyze search_entries`.execute(db.query);
    const buckets = Array.from({ length: bucketCount }, (_, at) => at);
    for (const token of ['order', 'missing'])
      for (const isPrefix of [false, true]) {
        const query = { phrases: [{ tokens: [token], isPrefix }], facets: [] };
        const plan = await postgresPlanOf(
          db.query,
          anyMatchesQuery(db.query, { buckets, query, limit: 1001 }),
        );
        assert.match(plan, /Bitmap Index Scan on search_entries_terms/);
        assert.doesNotMatch(plan, /Seq Scan/);
      }
  } finally {
    await release();
  }
});
