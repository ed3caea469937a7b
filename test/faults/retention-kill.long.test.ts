import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Database, DatabaseKind } from '../../src/db/index.ts';
import { ageData } from '../support/erasure/age-data.ts';
import { untilIdle } from '../support/faults/checks/check.ts';
import type { FaultService } from '../support/faults/fault-service.ts';
import {
  createInstallations,
  type Installation,
  type Installations,
} from '../support/faults/installation.ts';
import { createClient, createJournal } from '../support/faults/journal.ts';
import { type Mocks, startMocks } from '../support/faults/mocks.ts';
import { base64 } from '../support/knowledge/documents.ts';
import { skipWithout } from '../support/runner/test-groups.ts';

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-mocks-'));
let mocks: Mocks;
let installations: Installations;

before(async () => {
  mocks = await startMocks(folder);
  installations = createInstallations(mocks);
});

after(async () => {
  installations.close();
  await mocks.close();
  rmSync(folder, { recursive: true, force: true });
});

/** More than two batches of SQLite, and more than one of PostgreSQL. */
const conversations = 110;

const withDatabase = async <Result>(
  installation: Installation,
  work: (db: Database) => Promise<Result>,
): Promise<Result> => {
  const db = await installation.open();
  try {
    return await work(db);
  } finally {
    await db.close();
  }
};

/** A conversation with a file, copied many times, old enough to be deleted at the next start of the service. */
const prepareOldData = async (installation: Installation): Promise<void> => {
  const service = await installation.start();
  const client = createClient(service, createJournal());
  const document = { name: 'letter.txt', base64_content: base64('words of a letter') };
  for (const name of ['first', 'second'])
    await client.ask(await client.newConversation(name), `question ${name}`, 'blocking', [
      { type: 'document', document },
    ]);
  for (let index = 2; index < conversations; index += 1)
    await client.step(`conversation ${index}`, 'POST', '/v1/conversation', { user_id: 'many' });
  const { items } = (await client.read('GET', '/console/api/workspaces')).json as { items: { id: string }[] };
  const path = `/console/api/workspaces/${items[0]!.id}/agents`;
  const agents = (await client.read('GET', path)).json.items as { id: string }[];
  const changed = await client.read('PATCH', `${path}/${agents[0]!.id}/retention`, { conversationDays: 1 });
  assert.equal(changed.status, 200, changed.text);
  await untilIdle(installation);
  assert.equal(await service.terminate(), 0);
  await withDatabase(installation, async (db) => {
    await ageData(db, 2);
    await db.query.updateTable('jobs').set({ run_at: 0 }).where('queue', '=', 'retention').execute();
  });
};

const countLeft = (db: Database) =>
  db.query
    .selectFrom('conversations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
    .then(({ count }) => Number(count));

const endedBy = async (service: FaultService): Promise<unknown> => service.ended;

const killAndContinue = async (installation: Installation, fault: string): Promise<void> => {
  await prepareOldData(installation);
  assert.equal(await endedBy(await installation.start({ FAULT: fault })), 'SIGKILL');
  const left = await withDatabase(installation, countLeft);
  assert.ok(left > 0 && left < conversations, `${left} conversations are left after the kill`);

  const service = await installation.start();
  await untilIdle(installation);
  assert.equal(await service.terminate(), 0);
  await withDatabase(installation, async (db) => {
    assert.equal(await countLeft(db), 0);
    const rounds = await db.query.selectFrom('rounds').select('id').execute();
    const files = await db.query.selectFrom('files').select('id').execute();
    assert.deepEqual([rounds, files], [[], []]);
    const entries = await db.query
      .selectFrom('audit_entries')
      .select('changes')
      .where('action', '=', 'retention.run')
      .execute();
    // Nothing is counted twice or lost by the kill.
    assert.deepEqual(
      entries.map(({ changes }) => JSON.parse(changes)),
      [{ conversations: [conversations, 0], rounds: [2, 0], files: [2, 0] }],
    );
    const ledger = await db.query.selectFrom('ledger_entries').select('conversation_id').execute();
    assert.ok(ledger.length > 0 && ledger.every((entry) => entry.conversation_id === null));
    // A job removes contents that the killed process left behind.
    const nets = await db.query
      .selectFrom('jobs')
      .select('payload')
      .where('queue', '=', 'file-removal')
      .execute();
    if (db.kind === 'sqlite')
      for (const name of readdirSync(join(installation.folder, 'files'), { recursive: true }) as string[])
        if (name.includes('/'))
          assert.ok(
            nets.some(({ payload }) => payload.includes(name.split('/').at(-1)!)),
            name,
          );
  });
};

const testKill = (kind: DatabaseKind, name: string, fault: string): void => {
  test(`${name} (${kind})`, { skip: kind === 'postgres' && skipWithout('postgres') }, async () => {
    const installation = await installations.make(kind);
    try {
      await killAndContinue(installation, fault);
    } finally {
      await installation.remove();
    }
  });
};

// The first batches delete the two conversations with messages, the later ones those without.
for (const kind of ['sqlite', 'postgres'] as const) {
  testKill(kind, 'a run that is killed within a batch is continued', 'erasure-deleting@3:kill');
  testKill(kind, 'a run that is killed after a batch is continued', 'erasure-committed@1:kill');
}
