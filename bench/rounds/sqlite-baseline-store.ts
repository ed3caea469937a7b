import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createDurabilityBarrier } from '../../src/db/sqlite/durability-barrier.ts';
import { type BaselineStore, baselineTables } from './baseline-store.ts';

export const openSqliteBaselineStore = async (): Promise<BaselineStore> => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-baseline-'));
  const path = join(folder, 'baseline.sqlite');
  const database = new DatabaseSync(path);
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -65536; pragma wal_autocheckpoint = 4000',
  );
  database.exec(baselineTables({ text: 'text', integer: 'integer' }));
  const barrier = await createDurabilityBarrier(`${path}-wal`);
  const insertConversation = database.prepare('insert into conversations values (?, ?, 0, ?)');
  const touch = database.prepare(
    'update conversations set message_count = message_count + 1, recent_chat_at = ? where id = ? returning message_count',
  );
  const insertRound = database.prepare(
    "insert into rounds values (?, ?, ?, ?, '', '[]', null, 'running', ?, null)",
  );
  const updateRound = database.prepare(
    "update rounds set answer = ?, outputs = ?, usage = ?, status = 'done', ended_at = ? where id = ?",
  );
  const insertEvents = database.prepare('insert into round_events values (?, 0, ?)');
  const insertTrace = database.prepare('insert into traces values (?, ?)');
  const insertLedger = database.prepare('insert into ledger_entries values (?, ?, ?, 0, ?)');

  return {
    createConversation: async (id, userId) => {
      insertConversation.run(id, userId, Date.now());
      await barrier.wait();
    },
    beginRound: async ({ id, conversationId, question }) => {
      database.exec('begin immediate');
      const { message_count: sequence } = touch.get(Date.now(), conversationId) as { message_count: number };
      insertRound.run(id, conversationId, sequence, question, Date.now());
      database.exec('commit');
    },
    endRound: async ({ id, ledgerId, answer, outputs, usage, events }) => {
      database.exec('begin immediate');
      updateRound.run(answer, outputs, usage, Date.now(), id);
      insertEvents.run(id, events);
      insertTrace.run(id, '[]');
      insertLedger.run(ledgerId, id, usage, Date.now());
      database.exec('commit');
      await barrier.wait();
    },
    close: async () => {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
