import assert from 'node:assert/strict';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { openKnowledge } from '../../../test/support/knowledge/open-knowledge.ts';
import { createSourceRuns } from '../../../test/support/knowledge/source-runs.ts';
import { htmlPage, startWebSite } from '../../../test/support/servers/web-site.ts';

const pageOf = (fee: string) =>
  htmlPage('Fees', `<p>${'Parcels are sent every day. '.repeat(30)}</p><p>The fee is ${fee}.</p>`);

forEachDatabase('a sync keeps edited chunks with a conflict mark, or discards the edits', async (db) => {
  const site = await startWebSite({ '/kept': pageOf('5'), '/replaced': pageOf('5') });
  const test = await openKnowledge(db);
  try {
    const agent = await test.newAgent();
    const runs = createSourceRuns(db, test);
    const edit = async (path: string, keepsEdits: boolean) => {
      const source = await runs.create(agent, { url: `${site.url}${path}`, kind: 'page', keepsEdits });
      await runs.sync(source);
      const { id: documentId } = await db.query
        .selectFrom('documents')
        .select('id')
        .where('source_id', '=', source.id)
        .executeTakeFirstOrThrow();
      const read = async () =>
        (await test.knowledge.inspect.chunks(agent, documentId, { offset: 0, limit: 10 })).chunks;
      const chunk = (await read()).find(({ content }) => content.includes('fee is 5'))!;
      await test.knowledge.chunks.change({
        agent,
        documentId,
        chunkId: chunk.id,
        editor: { id: 'ann', email: 'ann@example.com' },
        change: { content: 'The fee is five euros.' },
      });
      site.pages.set(path, pageOf('6'));
      const run = await runs.sync(source);
      assert.equal(run.updated, 1);
      return (await read())
        .filter(({ content }) => content.includes('fee'))
        .map(({ content, edit }) => [/The fee.*/.exec(content)![0], edit?.hasConflict ?? null]);
    };
    assert.deepEqual(await edit('/kept', true), [
      ['The fee is five euros.', true],
      ['The fee is 6.', null],
    ]);
    assert.deepEqual(await edit('/replaced', false), [['The fee is 6.', null]]);
  } finally {
    await test.close();
    await site.close();
  }
});
