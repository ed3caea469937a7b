import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { seedConversation } from '../../test/support/memory/seed-conversation.ts';
import { createManualTime } from '../../test/support/time/manual-time.ts';
import type { Database, Handle } from '../db/index.ts';
import { createJobs } from '../jobs/index.ts';
import { newId } from '../lib/ids.ts';
import { silentLog } from '../lib/log.ts';
import { createErasure } from './index.ts';

const setUp = (
  db: Database,
  removeContents: (ids: readonly string[]) => Promise<void>,
  stopTimeoutMs = 100,
) => {
  const time = createManualTime();
  const jobs = createJobs({ db, clock: time.clock, timer: time.timer, log: silentLog });
  const stopped: string[] = [];
  const files = {
    removeIn: async (tx: Handle, ids: readonly string[]) => {
      if (ids.length > 0) await tx.deleteFrom('files').where('id', 'in', ids).execute();
    },
    removeContents,
  };
  const erasure = createErasure({
    db,
    clock: time.clock,
    figures: { lockFigures: async () => {}, keepFigures: (_tx, _conversations, work) => work() },
    forgetCorrections: async () => {},
    jobs,
    stopTimeoutMs,
    files,
    users: { removeProperties: async () => {}, removeBindings: async () => [] },
    stopRound: async (id) => void stopped.push(id),
    endSession: async () => {},
    eraseVisitors: async () => {},
    eraseChannelUsers: async () => {},
    eraseCopies: async () => [],
  });
  return { time, jobs, erasure, stopped };
};

const attachFile = async (db: Database, seeded: { workspaceId: string; conversationId: string }) => {
  const id = newId();
  await db.query
    .insertInto('files')
    .values({
      id,
      workspace_id: seeded.workspaceId,
      name: 'a.txt',
      media_type: 'text/plain',
      size_bytes: 1,
      sha256: '',
      created_at: 1,
    })
    .execute();
  await db.query
    .updateTable('rounds')
    .set({ question: JSON.stringify([{ type: 'document', fileId: id }]) })
    .where('conversation_id', '=', seeded.conversationId)
    .execute();
  return id;
};

const nothingElse = async (): Promise<void> => {};

forEachDatabase('files are removed despite a crash after the commit or a failing disk', async (db) => {
  const calls: string[][] = [];
  const { time, jobs, erasure } = setUp(db, async (ids) => {
    calls.push([...ids]);
    if (calls.length < 3) throw new Error('the disk is away');
  });
  const seeded = await seedConversation(db, [{ question: 'q', answer: 'a' }]);
  const fileId = await attachFile(db, seeded);
  await jobs.start();
  const erased = await erasure.conversation(seeded.agentId, seeded.conversationId, nothingElse);
  assert.deepEqual(erased, { conversations: 1, rounds: 1, files: 1 });
  assert.deepEqual(await db.query.selectFrom('files').selectAll().execute(), []);
  // The step right after the commit has failed, as if the process had ended. The job retries until it succeeds.
  for (let minute = 0; minute < 3; minute += 1) {
    time.advance(60_000);
    await jobs.idle();
  }
  assert.deepEqual(calls, [[fileId], [fileId], [fileId]]);
  assert.equal(await jobs.count('file-removal'), 0);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('a conversation is not erased while a round does not end', async (db) => {
  const { erasure, stopped } = setUp(db, nothingElse);
  const seeded = await seedConversation(db, [{ question: 'q', answer: '', status: 'running' }]);
  await assert.rejects(erasure.conversation(seeded.agentId, seeded.conversationId, nothingElse), {
    kind: 'conflict',
  });
  assert.ok(stopped.length > 0);
  const rounds = await db.query.selectFrom('rounds').select('id').execute();
  assert.equal(rounds.length, 1);
});

forEachDatabase('an erasure whose audit entry fails is rolled back', async (db) => {
  const { erasure } = setUp(db, nothingElse);
  const seeded = await seedConversation(db, [{ question: 'q', answer: 'a' }]);
  const failing = erasure.user(seeded.agentId, seeded.userId, async () => {
    throw new Error('no room for the record');
  });
  await assert.rejects(failing, /no room/);
  const rounds = await db.query.selectFrom('rounds').select('id').execute();
  assert.equal(rounds.length, 1);
});

forEachDatabase('audit entries of every kind lose personal names', async (db) => {
  const { erasure } = setUp(db, nothingElse);
  const seeded = await seedConversation(db, [{ question: 'q', answer: 'a' }]);
  const { id: roundId } = await db.query.selectFrom('rounds').select('id').executeTakeFirstOrThrow();
  const entry = {
    workspace_id: seeded.workspaceId,
    agent_id: seeded.agentId,
    model: 'm',
    tokens: '{}',
    conversation_id: seeded.conversationId,
    user_id: seeded.userId,
    created_at: 1,
  };
  const entries = [
    { ...entry, id: roundId, round_id: roundId, kind: 'chat', credits_nano: 1 },
    { ...entry, id: newId(), round_id: roundId, kind: 'asr', credits_nano: 10 },
    { ...entry, id: newId(), round_id: null, kind: 'chat', credits_nano: 100 },
  ];
  await db.query.insertInto('ledger_entries').values(entries).execute();
  await erasure.conversation(seeded.agentId, seeded.conversationId, nothingElse);
  const left = await db.query.selectFrom('ledger_entries').selectAll().execute();
  assert.equal(
    left.reduce((sum, row) => sum + row.credits_nano, 0),
    111,
  );
  assert.ok(left.every((row) => row.id !== roundId && /^[0-9a-f]{24}$/.test(row.id)));
  assert.ok(left.every((row) => (row.conversation_id ?? row.round_id ?? row.user_id) === null));
});
