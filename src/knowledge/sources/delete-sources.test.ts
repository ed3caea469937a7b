import assert from 'node:assert/strict';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { openKnowledge } from '../../../test/support/knowledge/open-knowledge.ts';
import { createSourceRuns } from '../../../test/support/knowledge/source-runs.ts';
import { htmlPage, startWebSite } from '../../../test/support/servers/web-site.ts';
import type { Database } from '../../db/index.ts';

const pages = {
  '/': htmlPage('Start', '<p>The shop sells umbrellas.</p>', ['/hours']),
  '/hours': htmlPage('Hours', '<p>The shop opens at nine.</p>'),
};

const countsOf = async ({ query }: Database) => {
  const documents = await query.selectFrom('documents').select(['id', 'source_id']).execute();
  const sources = await query.selectFrom('knowledge_sources').select('id').execute();
  return [sources.length, documents.length, documents.filter(({ source_id }) => source_id !== null).length];
};

/** A source with two documents whose deletion was requested in a process that ended then. */
const withInterrupted = async (
  db: Database,
  documents: 'keep' | 'delete',
  interrupt: (sourceId: string) => Promise<unknown>,
  expected: number[],
): Promise<void> => {
  const site = await startWebSite(pages);
  const first = await openKnowledge(db);
  const runs = createSourceRuns(db, first);
  const source = await runs.create(await first.newAgent(), { url: `${site.url}/` });
  await runs.sync(source);
  assert.deepEqual(await countsOf(db), [1, 2, 2]);
  await first.jobs.stop({ graceMs: 0 });
  await db.transaction((tx) => first.knowledge.sources.startDeletion(tx, source, documents));
  await interrupt(source.id);
  await first.close();
  assert.deepEqual(await countsOf(db), [1, 2, 2]);

  const second = await openKnowledge(db);
  try {
    await second.knowledge.sources.untilDeleted(source);
    await second.settle();
    assert.deepEqual(await countsOf(db), expected);
  } finally {
    await second.close();
    await site.close();
  }
};

forEachDatabase('a deletion that was interrupted continues in the next process', (db) =>
  withInterrupted(db, 'delete', async () => {}, [0, 0, 0]),
);

forEachDatabase('documents that are kept belong to no source after the deletion', (db) =>
  withInterrupted(db, 'keep', async () => {}, [0, 2, 0]),
);

forEachDatabase(
  'a deletion that an earlier version began without a job is finished, and keeps documents',
  (db) =>
    withInterrupted(
      db,
      'delete',
      async (sourceId) => {
        await db.query.deleteFrom('jobs').where('id', '=', `delete-source-${sourceId}`).execute();
        await db.query.updateTable('knowledge_sources').set({ deletion: null }).execute();
      },
      [0, 2, 0],
    ),
);
