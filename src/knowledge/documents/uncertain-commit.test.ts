import assert from 'node:assert/strict';
import { join } from 'node:path';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { openFiles } from '../../../test/support/files/open-files.ts';
import { openKnowledge } from '../../../test/support/knowledge/open-knowledge.ts';
import type { Database } from '../../db/index.ts';
import { systemClock } from '../../lib/clock.ts';

const lostAnswer = 'the connection broke after the commit';
const cutting = { chunkTokens: 200, splitter: '', headerRows: 1 };
const creator = { id: 'tester', email: '' };
const sourceOf = (text: string) => ({ bytes: Buffer.from(text) });

/** A database that can report a failure for a transaction that it has committed. */
const withLostAnswers = (db: Database) => {
  let isNextLost = false;
  const transaction: Database['transaction'] = async (work) => {
    const result = await db.transaction(work);
    if (!isNextLost) return result;
    isNextLost = false;
    throw new Error(lostAnswer);
  };
  /** Must be called inside the transaction. */
  const loseAnswer = async (): Promise<void> => {
    isNextLost = true;
  };
  return { db: { ...db, transaction }, loseAnswer };
};

forEachDatabase('a document keeps its file if its commit was reported as failed', async (real) => {
  const { db, loseAnswer } = withLostAnswers(real);
  const test = await openKnowledge(db, { start: false });
  const files = openFiles({ db, clock: systemClock, folder: join(test.folder, 'files') });
  const contents = async (): Promise<string[]> => {
    const uploads = await db.query.selectFrom('document_uploads').select('file_id').orderBy('id').execute();
    return Promise.all(uploads.map(async ({ file_id }) => Buffer.from(await files.read(file_id)).toString()));
  };
  try {
    const agent = await test.newAgent();
    const { documents } = test.knowledge;
    const add = documents.add({
      agent,
      creator,
      cutting,
      kind: 'text',
      knowledgeBaseId: undefined,
      idempotencyKey: undefined,
      files: [{ name: 'a.txt', sourceUrl: '', source: sourceOf('first') }],
      alsoIn: loseAnswer,
    });
    await assert.rejects(add, { message: lostAnswer });
    assert.deepEqual(await contents(), ['first']);

    const [document] = await db.query.selectFrom('documents').select('id').execute();
    const update = documents.update({
      agent,
      cutting,
      kind: 'text',
      files: [{ documentId: document!.id, sourceUrl: undefined, source: sourceOf('second') }],
      alsoIn: loseAnswer,
    });
    await assert.rejects(update, { message: lostAnswer });
    assert.deepEqual(await contents(), ['first', 'second']);
    assert.deepEqual(await db.query.selectFrom('loose_files').selectAll().execute(), []);
  } finally {
    await test.close();
  }
});

forEachDatabase('a document that could not be stored leaves no file', async (db) => {
  const test = await openKnowledge(db, { start: false });
  try {
    const add = test.knowledge.documents.add({
      creator,
      cutting,
      kind: 'text',
      knowledgeBaseId: undefined,
      idempotencyKey: undefined,
      agent: await test.newAgent(),
      files: [{ name: 'a.txt', sourceUrl: '', source: sourceOf('never') }],
      alsoIn: async () => {
        throw new Error('refused');
      },
    });
    await assert.rejects(add, { message: 'refused' });
    assert.deepEqual(await db.query.selectFrom('files').selectAll().execute(), []);
  } finally {
    await test.close();
  }
});
