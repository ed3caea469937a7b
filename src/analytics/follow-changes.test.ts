import assert from 'node:assert/strict';
import { createRandomActivity } from '../../test/support/analytics/random-activity.ts';
import { rawFiguresOf } from '../../test/support/analytics/raw-figures.ts';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import type { Database } from '../db/index.ts';
import { createFollowChanges } from './follow-changes.ts';
import { addTo, bucketOf, encodeHistogram, type Histogram } from './histogram.ts';
import { localDayOf } from './local-days.ts';
import { readReport } from './report.ts';
import { readTools, readUsedDocuments } from './report-store.ts';
import { saveZone } from './zone-store.ts';

const startMs = Date.UTC(2026, 2, 20);

const encoded = (durations: readonly number[]): string => {
  const histogram: Histogram = new Map();
  for (const duration of durations) addTo(histogram, bucketOf(duration), 1);
  return encodeHistogram(histogram);
};

type Activity = Awaited<ReturnType<typeof createRandomActivity>>;

/** Compares the roll-up tables with sums of the raw rows: each agent and channel, the whole time and some ranges. */
const compare = async (
  db: Database,
  { workspaceId, agentIds, random, nowMs }: Activity,
  timeZone: string,
) => {
  const lastDay = localDayOf(timeZone, nowMs());
  const earliestDay = localDayOf(timeZone, startMs) - 2;
  for (const agentId of [undefined, ...agentIds])
    for (const channel of [undefined, 'API', 'WIDGET']) {
      const firstDay = random.below(2) === 0 ? earliestDay : lastDay - random.below(20);
      const filter = { workspaceId, agentId, channel, firstDay, lastDay };
      const raw = await rawFiguresOf(db, {
        ...(agentId === undefined ? {} : { agentId }),
        ...(channel === undefined ? {} : { channel }),
        isInRange: (atMs) => {
          const day = localDayOf(timeZone, atMs);
          return day >= firstDay && day <= lastDay;
        },
      });
      const { total } = await readReport(db.query, filter);
      assert.deepEqual(total.figures.counters, raw.counters);
      assert.deepEqual(total.users, raw.users);
      const { durations, firstTokens, waits } = total.figures.histograms;
      assert.equal(encodeHistogram(durations), encoded(raw.durations));
      assert.equal(encodeHistogram(firstTokens), encoded(raw.firstTokens));
      assert.equal(encodeHistogram(waits), encoded(raw.waits));
      const used = new Map<string, number>();
      for (const { documentId, citations } of await readUsedDocuments(db.query, filter, 1000))
        used.set(documentId, (used.get(documentId) ?? 0) + citations);
      assert.deepEqual(Object.fromEntries(used), raw.documents);
      const called = new Map<string, [number, number]>();
      for (const { tool, calls, failures } of await readTools(db.query, filter, 1000)) {
        const [before, failed] = called.get(tool) ?? [0, 0];
        called.set(tool, [before + calls, failed + failures]);
      }
      assert.deepEqual(Object.fromEntries(called), raw.tools);
    }
};

for (const seed of [1, 2, 3])
  forEachDatabase(
    `the figures equal the sums of the raw rows after random activity, also with late changes (${seed})`,
    async (db) => {
      const activity = await createRandomActivity(db, { seed, startMs });
      const follow = createFollowChanges({ db, clock: { nowMs: activity.nowMs } });
      for (let index = 0; index < 300; index += 1) {
        await activity.step();
        if (activity.random.below(10) === 0) await follow();
      }
      await follow();
      await compare(db, activity, 'UTC');
      // Nothing is counted twice.
      await follow();
      await compare(db, activity, 'UTC');
      const waiting = await db.query.selectFrom('analytics_changes').select('source_id').execute();
      const running = await db.query
        .selectFrom('rounds')
        .innerJoin('conversations', 'conversations.id', 'rounds.conversation_id')
        .select('rounds.id')
        .where('status', '=', 'running')
        .where('channel', '<>', 'SPACE')
        .execute();
      assert.deepEqual(
        waiting.map((row) => row.source_id).toSorted(),
        running.map(({ id }) => id).toSorted(),
        'only running rounds are left to be counted',
      );
    },
  );

forEachDatabase('another time zone moves all figures to its days, also after an interruption', async (db) => {
  const activity = await createRandomActivity(db, { seed: 7, startMs });
  const follow = createFollowChanges({ db, clock: { nowMs: activity.nowMs } });
  for (let index = 0; index < 250; index += 1) await activity.step();
  await follow();
  // The clocks there are set forward on 29 March.
  const timeZone = 'Europe/Berlin';
  await saveZone(db.query, activity.workspaceId, { timeZone, movedToId: '' });
  let batches = 0;
  const interrupted = follow({
    onBatch: async () => {
      batches += 1;
      if (batches === 2) throw new Error('interrupted');
    },
  });
  await assert.rejects(interrupted, /interrupted/);
  for (let index = 0; index < 30; index += 1) await activity.step();
  await follow();
  await compare(db, activity, timeZone);
});

forEachDatabase('nothing is left of erased conversations', async (db) => {
  const activity = await createRandomActivity(db, { seed: 11, startMs });
  const follow = createFollowChanges({ db, clock: { nowMs: activity.nowMs } });
  for (let index = 0; index < 120; index += 1) await activity.step();
  await follow();
  await db.transaction(async (tx) => {
    await tx.deleteFrom('rounds').execute();
    await tx.deleteFrom('conversations').execute();
  });
  await follow();
  assert.deepEqual(await db.query.selectFrom('analytics_facts').selectAll().execute(), []);
  assert.deepEqual(await db.query.selectFrom('analytics_user_days').selectAll().execute(), []);
  assert.deepEqual(await db.query.selectFrom('analytics_changes').selectAll().execute(), []);
  await compare(db, activity, 'UTC');
});
