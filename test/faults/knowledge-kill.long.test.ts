import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, openSqlite } from '../../src/db/index.ts';
import { paragraphsPerVersion, versionText } from '../support/faults/knowledge-versions.ts';
import { openKnowledge } from '../support/knowledge/open-knowledge.ts';
import { eventually } from '../support/time/eventually.ts';

const kills = 4;

/** The versions and the number of each document's served chunks. */
const served = async (db: Database) => {
  const rows = await db.query
    .selectFrom('documents')
    .innerJoin('chunks', 'chunks.upload_id', 'documents.served_upload_id')
    .innerJoin('chunk_vectors', 'chunk_vectors.chunk_number', 'chunks.number')
    .select(['documents.id', 'chunks.content'])
    .execute();
  const byDocument = Map.groupBy(rows, (row) => row.id);
  return [...byDocument.values()].map((chunks) => ({
    count: chunks.length,
    versions: new Set(chunks.map((chunk) => /version\d+/.exec(chunk.content)![0])),
  }));
};

const balanceNano = 1_000_000_000_000;

/** Every served upload is charged, and the balance is reduced by the sum of the ledger. */
const checkPayments = async (db: Database): Promise<void> => {
  const entries = await db.query.selectFrom('ledger_entries').select(['id', 'credits_nano']).execute();
  const documents = await db.query.selectFrom('documents').select('served_upload_id').execute();
  const paid = new Set(entries.map(({ id }) => id));
  assert.ok(documents.every((row) => paid.has(row.served_upload_id!)));
  const { balance_nano } = await db.query
    .selectFrom('workspaces')
    .select('balance_nano')
    .executeTakeFirstOrThrow();
  const spent = entries.reduce((sum, entry) => sum + entry.credits_nano, 0);
  assert.ok(spent > 0);
  assert.equal(balance_nano, balanceNano - spent);
};

test('after kills at any moment every document is complete, and finally its newest upload is served', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-kill-'));
  let db = await openSqlite(folder);
  let knowledge = await openKnowledge(db, { folder });
  try {
    const agent = await knowledge.newAgent({ prices: { indexingPerMillion: '1' } });
    await db.query.updateTable('workspaces').set({ balance_nano: balanceNano }).execute();
    await knowledge.add(agent, [versionText(0), versionText(0)]);
    for (let kill = 1; kill <= kills; kill += 1) {
      await knowledge.stop();
      await db.close();
      const args = [folder, agent.id, String(kill * 1000)];
      const victim = fork(join(import.meta.dirname, '../support/faults/knowledge-victim.ts'), args);
      await once(victim, 'message');
      await delay(300 + kill * 170);
      victim.kill('SIGKILL');
      await once(victim, 'exit');

      db = await openSqlite(folder);
      for (const { count, versions } of await served(db)) {
        assert.equal(versions.size, 1, 'chunks of one version only');
        assert.equal(count, paragraphsPerVersion);
      }
      knowledge = await openKnowledge(db, { folder });
      await eventually('nothing is left half done', async () => {
        await knowledge.settle();
        const rows = await db.query.selectFrom('documents').select(['status', 'pending_upload_id']).execute();
        return rows.every((row) => row.status === 'ACTIVE' && row.pending_upload_id === null);
      });
      await knowledge.settle();
      const left = await db.query.selectFrom('chunks').select('number').execute();
      assert.equal(left.length, 2 * paragraphsPerVersion, 'no chunks of other uploads are left');
      await checkPayments(db);
    }
  } finally {
    await knowledge.stop();
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
