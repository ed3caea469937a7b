import assert from 'node:assert/strict';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { find, openKnowledge, type TestKnowledge } from '../../../test/support/knowledge/open-knowledge.ts';
import { eventually } from '../../../test/support/time/eventually.ts';
import type { Agent } from '../../agents/index.ts';
import type { Database } from '../../db/index.ts';
import { stemWord } from '../../lib/language/index.ts';
import { analysisVersion } from '../keywords/index.ts';
import { packTerms } from '../search-index/keywords/pack-terms.ts';

/** As the previous version did: every Latin word with the English stemmer. */
const previousTerms = (text: string): string[] => (text.toLowerCase().match(/\p{L}+/gu) ?? []).map(stemWord);

/** The stored terms of chunks as the previous version stored them, and its version. */
const storePrevious = async (db: Database, uploadId: string, positions: (position: number) => boolean) => {
  const chunks = await db.query
    .selectFrom('chunks')
    .select(['number', 'content', 'position'])
    .where('upload_id', '=', uploadId)
    .execute();
  for (const { number, content, position } of chunks) {
    if (!positions(position)) continue;
    const terms = previousTerms(content);
    await db.query
      .updateTable('chunks')
      .set({ terms: packTerms(terms), term_count: terms.length })
      .where('number', '=', number)
      .execute();
  }
  await db.query
    .updateTable('document_uploads')
    .set({ terms_version: 1 })
    .where('id', '=', uploadId)
    .execute();
};

const versions = async (db: Database): Promise<number[]> => {
  const rows = await db.query.selectFrom('document_uploads').select('terms_version').execute();
  return rows.map((row) => row.terms_version);
};

const contents = async (test: TestKnowledge, agent: Agent, query: string): Promise<string[]> =>
  (await find(test, agent, query, { rate: 0 })).map((chunk) => chunk.content);

const part = (word: string): string =>
  `${word} und die Lieferung werden nach zwei Wochen wirksam. `.repeat(30);

forEachDatabase('chunks of an older analysis are found, and get new terms in the background', async (db) => {
  const first = await openKnowledge(db);
  const agent = await first.newAgent();
  const [id] = await first.add(agent, [`${part('Kündigungen')}\n\n${part('Häuser')}`]);
  assert.deepEqual(await versions(db), [analysisVersion]);
  const { served_upload_id: uploadId } = await db.query
    .selectFrom('documents')
    .select('served_upload_id')
    .where('id', '=', id!)
    .executeTakeFirstOrThrow();
  const vectors = await db.query.selectFrom('chunk_vectors').selectAll().orderBy('chunk_number').execute();
  await first.stop();

  // A process that was killed has renewed the terms of a part of the chunks.
  await storePrevious(db, uploadId!, (position) => position > 0);
  const idle = await openKnowledge(db, { folder: first.folder, start: false });
  assert.ok((await contents(idle, agent, 'Kündigungen')).length > 0, 'new terms');
  assert.ok((await contents(idle, agent, 'Häuser')).length > 0, 'old terms');
  assert.deepEqual(await contents(idle, agent, 'Haus'), [], 'the English stemmer does not know this form');
  await idle.stop();

  const later = await openKnowledge(db, { folder: first.folder });
  try {
    await eventually('all terms are new', async () => (await versions(db))[0] === analysisVersion);
    assert.ok((await contents(later, agent, 'Haus')).length > 0);
    assert.ok((await contents(later, agent, 'Kündigung')).length > 0);
    assert.deepEqual(
      await db.query.selectFrom('chunk_vectors').selectAll().orderBy('chunk_number').execute(),
      vectors,
      'nothing was embedded again',
    );
  } finally {
    await later.close();
  }
});
