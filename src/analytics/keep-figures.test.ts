import assert from 'node:assert/strict';
import { createRandomActivity } from '../../test/support/analytics/random-activity.ts';
import { rawFiguresOf } from '../../test/support/analytics/raw-figures.ts';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { deleteConversations } from '../conversations/index.ts';
import type { Database } from '../db/index.ts';
import { createFollowChanges } from './follow-changes.ts';
import { keepFigures } from './keep-figures.ts';
import { localDayOf } from './local-days.ts';
import { readReport } from './report.ts';
import { readTools, readUsedDocuments } from './report-store.ts';

const startMs = Date.UTC(2026, 2, 20);

/** Every second conversation without a running round. */
const pickDeleted = async (db: Database): Promise<string[]> => {
  const rows = await db.query
    .selectFrom('conversations')
    .select('id')
    .where('id', 'not in', (from) =>
      from.selectFrom('rounds').select('conversation_id').where('status', '=', 'running'),
    )
    .orderBy('id')
    .execute();
  return rows.filter((_row, index) => index % 2 === 0).map(({ id }) => id);
};

for (const seed of [4, 5])
  forEachDatabase(
    `deleted conversations stay in the figures, also those that were not counted yet (${seed})`,
    async (db) => {
      const activity = await createRandomActivity(db, { seed, startMs });
      const { workspaceId, nowMs } = activity;
      const follow = createFollowChanges({ db, clock: { nowMs } });
      for (let index = 0; index < 200; index += 1) await activity.step();
      await follow();
      // Not counted: new rounds, late ratings, ends of human sessions.
      for (let index = 0; index < 60; index += 1) await activity.step();
      const raw = await rawFiguresOf(db, { isInRange: () => true });
      const lastDay = localDayOf('UTC', nowMs());
      const filter = { workspaceId, firstDay: lastDay - 60, lastDay };

      const conversationIds = await pickDeleted(db);
      assert.ok(conversationIds.length > 5);
      await db.transaction((tx) =>
        keepFigures(tx, {
          workspaceId,
          conversationIds,
          nowMs: nowMs(),
          questionsSinceMs: 0,
          work: () => deleteConversations(tx, conversationIds),
        }),
      );
      await follow();

      const { total } = await readReport(db.query, filter);
      assert.deepEqual(total.figures.counters, raw.counters);
      assert.deepEqual(total.users, raw.users);
      const documents = await readUsedDocuments(db.query, filter, 1000);
      assert.equal(
        documents.reduce((sum, { citations }) => sum + citations, 0),
        Object.values(raw.documents).reduce((sum, citations) => sum + citations, 0),
      );
      const tools = await readTools(db.query, filter, 1000);
      assert.equal(
        tools.reduce((sum, { calls }) => sum + calls, 0),
        Object.values(raw.tools).reduce((sum, [calls = 0]) => sum + calls, 0),
      );
      // One fact for each message of a user would be left otherwise.
      const facts = await db.query.selectFrom('analytics_facts').select('source_id').execute();
      assert.ok(facts.every((fact) => !conversationIds.includes(fact.source_id)));
    },
  );
