import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { checkIntegrity } from '../../../../src/cli/doctor/integrity/check-integrity.ts';
import type { Database } from '../../../../src/db/index.ts';
import type { Installation } from '../installation.ts';
import type { Journal } from '../journal.ts';

/** Documents, chunks, vectors and counters agree, and nothing of deleted documents is left. */
export const checkDocuments = async ({ query }: Database, journal: Journal): Promise<void> => {
  const documents = await query.selectFrom('documents').selectAll().execute();
  const chunks = await query.selectFrom('chunks').select(['number', 'upload_id', 'content']).execute();
  const vectors = await query.selectFrom('chunk_vectors').select(['chunk_number', 'upload_id']).execute();
  const uploads = await query.selectFrom('document_uploads').select(['id', 'document_id']).execute();
  const served = new Set(documents.map((document) => document.served_upload_id));
  const known = new Set(documents.flatMap((one) => [one.served_upload_id, one.pending_upload_id]));
  for (const document of documents) {
    assert.ok(['ACTIVE', 'FAILED'].includes(document.status), `${document.name} is ${document.status}`);
    const own = chunks.filter((chunk) => chunk.upload_id === document.served_upload_id);
    assert.equal(own.length, document.chunk_count, 'the chunk count of a document is correct');
  }
  for (const { upload_id } of chunks) assert.ok(served.has(upload_id), 'only served uploads have chunks');
  assert.deepEqual(
    vectors.map((vector) => vector.chunk_number).sort((left, right) => left - right),
    chunks.map((chunk) => chunk.number).sort((left, right) => left - right),
    'every chunk has one vector, and there are no others',
  );
  for (const { id } of uploads) assert.ok(known.has(id), 'deleted documents have no uploads');
  const state = await query.selectFrom('knowledge_states').select('chunk_count').executeTakeFirst();
  assert.equal(state?.chunk_count ?? 0, chunks.length, 'the chunk count of the agent is correct');
  for (const [id, { markers, status }] of journal.documents) {
    const document = documents.find((one) => one.id === id);
    if (status === 'deleted') assert.equal(document, undefined);
    if (status !== 'kept' || !document) continue;
    const own = chunks.filter((chunk) => chunk.upload_id === document.served_upload_id);
    const found = new Set(own.flatMap(({ content }) => markers.filter((marker) => content.includes(marker))));
    assert.equal(found.size, 1, 'exactly one version is served');
    const added = own.filter(({ content }) => content.includes('handword'));
    assert.ok(added.length <= 1, 'a chunk is added once');
  }
};

/** Every row of an import exists once. */
export const checkRecords = async ({ query }: Database, journal: Journal): Promise<void> => {
  for (const [tableId, positions] of journal.records) {
    const table = await query
      .selectFrom('agent_tables')
      .select(['record_count'])
      .where('id', '=', tableId)
      .executeTakeFirstOrThrow();
    const records = await query.selectFrom('records').select('value').orderBy('record_no').execute();
    assert.deepEqual(
      records.map(({ value }) => (JSON.parse(value) as number[])[0]),
      positions,
    );
    assert.equal(table.record_count, positions.length);
  }
  const left = await query.selectFrom('record_import_rows').select('import_id').execute();
  assert.deepEqual(left, [], 'no rows of an ended import are left');
};

/** Erased data is nowhere, and the folder contains exactly the files that the database lists. */
export const checkFiles = async (
  db: Database,
  installation: Installation,
  journal: Journal,
): Promise<void> => {
  const rows = await db.query.selectFrom('files').select(['id', 'name']).orderBy('id').execute();
  const loose = await db.query.selectFrom('loose_files').select('file_id').execute();
  const uploads = await db.query.selectFrom('document_uploads').select('file_id').execute();
  const rounds = await db.query.selectFrom('rounds').select('question').execute();
  const swept = new Set(loose.map(({ file_id }) => file_id));
  const named = new Set(uploads.map(({ file_id }) => file_id));
  for (const { id } of rows)
    assert.ok(
      swept.has(id) || named.has(id) || rounds.some(({ question }) => question.includes(id)),
      'every file is referenced or will be deleted',
    );
  if (journal.erased.size > 0 && journal.answered.has('erase'))
    assert.deepEqual(
      rows.filter(({ id, name }) => name === 'secret.txt' && !swept.has(id)),
      [],
      'the erased file is deleted',
    );
  if (db.kind === 'postgres') return;
  const nets = await db.query
    .selectFrom('jobs')
    .select('payload')
    .where('queue', '=', 'file-removal')
    .execute();
  const condemned = nets.flatMap(({ payload }) => (JSON.parse(payload) as { fileIds: string[] }).fileIds);
  const onDisk = globSync(join(installation.folder, 'files/*/*')).map((path) => basename(path));
  assert.deepEqual(
    onDisk.filter((id) => !condemned.includes(id)).sort(),
    rows.map(({ id }) => id),
    'files and rows agree',
  );
};

/** The memory of a conversation covers the rounds up to its mark, each once. */
export const checkMemories = async ({ query }: Database): Promise<void> => {
  const conversations = await query.selectFrom('conversations').select(['id', 'summary_sequence']).execute();
  for (const { id, summary_sequence } of conversations) {
    const memories = await query
      .selectFrom('memories')
      .select(['round_sequence', 'text'])
      .where('conversation_id', '=', id)
      .execute();
    for (const { round_sequence } of memories) assert.ok(round_sequence <= summary_sequence);
    const distinct = new Set(memories.map(({ round_sequence, text }) => `${round_sequence} ${text}`));
    assert.equal(distinct.size, memories.length, 'no duplicate memories');
  }
};

/** The checks of `frontdesk doctor`: structure, references, counts and sums. */
export const checkIntegrityOf = async (db: Database, installation: Installation): Promise<void> => {
  if (db.kind === 'postgres') await sql`create extension if not exists amcheck`.execute(db.query);
  const findings = await checkIntegrity(db, installation.folder);
  assert.deepEqual(
    // A note lists what is not checked.
    findings.filter(({ status }) => status !== 'ok' && status !== 'note'),
    [],
    'frontdesk doctor reports no problem',
  );
};
