import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { openKnowledge } from '../../../test/support/knowledge/open-knowledge.ts';
import { eventually } from '../../../test/support/time/eventually.ts';
import type { Database } from '../../db/index.ts';
import { newId } from '../../lib/ids.ts';
import { serveUploads } from './document-states.ts';
import { replacePending } from './document-store.ts';

const someoneWaits = async (db: Database): Promise<boolean> => {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db.query);
  return rows.length > 0;
};

const figures = { format: 'txt', chunkCount: 1, tokenCount: 1, charCount: 1, models: [], warnings: [] };

forEachDatabase('an update during a swap does not supersede the content that is served then', async (db) => {
  const test = await openKnowledge(db);
  try {
    const agent = await test.newAgent();
    const [documentId] = await test.add(agent, ['old apples']);
    const upload = () => ({
      id: newId(),
      document_id: documentId!,
      file_id: newId(),
      format: 'txt',
      created_at: 1,
      chunk_tokens: 200,
      splitter: '',
      header_rows: 1,
    });
    const [second, third] = [upload(), upload()];
    await db.transaction((tx) => replacePending(tx, agent.id, second, undefined, 1));
    const replacing = Promise.withResolvers<{ supersededUploadId: string | null } | undefined>();
    await db.transaction(async (tx) => {
      await serveUploads(tx, [{ documentId: documentId!, uploadId: second.id, ...figures }], 2);
      db.transaction((other) => replacePending(other, agent.id, third, undefined, 3)).then(
        replacing.resolve,
        replacing.reject,
      );
      // SQLite serializes transactions. For PostgreSQL the test checks that the other one waits.
      if (db.kind === 'postgres') await eventually('the update waits', () => someoneWaits(db));
    });
    assert.deepEqual(await replacing.promise, { supersededUploadId: null });
  } finally {
    await test.close();
  }
});
