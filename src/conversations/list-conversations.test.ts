import assert from 'node:assert/strict';
import type { Insertable } from 'kysely';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import type { Database, Schema } from '../db/index.ts';
import type { ConversationFilter, ConversationType } from './conversation-filter.ts';
import { listConversations } from './list-conversations.ts';

const hourMs = 3_600_000;
const startMs = Date.UTC(2030, 0, 1);
const [workspaceId, agentId] = ['a'.repeat(24), 'b'.repeat(24)];
type Row = Insertable<Schema['conversations']>;

const channels: ConversationType[] = ['API', 'API', 'API', 'WIDGET', 'SHARE'];

/** Reproducible random numbers. */
const createRandom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
};

const insertAgent = async (db: Database): Promise<void> => {
  await db.query
    .insertInto('workspaces')
    .values({ id: workspaceId, name: 'W', balance_nano: null, reserved_nano: 0, created_at: 0 })
    .execute();
  const agent = { kind: 'simple', api_enabled: 1, settings: '{}', version: 1, deleted_at: null } as const;
  await db.query
    .insertInto('agents')
    .values({ id: agentId, workspace_id: workspaceId, name: 'A', ...agent, created_at: 0, updated_at: 0 })
    .execute();
};

const makeRow = (index: number, random: (below: number) => number): Row => ({
  id: (index + 1).toString(16).padStart(24, '0'),
  workspace_id: workspaceId,
  agent_id: agentId,
  user_id: random(3) === 0 ? 'ada' : `user ${random(4)}`,
  anonymous_id: null,
  channel: channels[random(channels.length)]!,
  subject: '',
  message_count: random(10) === 0 ? 0 : 1,
  cost_nano: 0,
  // Busy hours, empty days, and conversations at the boundaries of an hour.
  recent_chat_at: startMs + random(9) ** 2 * hourMs + random(3) * (hourMs - 1) + random(2),
  summary: '',
  summary_sequence: 0,
  created_at: startMs,
});

/** Conversations continue, change owner and are deleted, as in a running service. */
const live = async (db: Database, rows: Row[], random: (below: number) => number) => {
  const alive = new Map(rows.map((row) => [row.id, row]));
  for (const row of rows) {
    const fate = random(6);
    if (fate === 0) {
      await db.query.deleteFrom('conversations').where('id', '=', row.id).execute();
      alive.delete(row.id);
    } else if (fate < 4) {
      const change = [
        { message_count: row.message_count + 1, recent_chat_at: row.recent_chat_at + random(40) * hourMs },
        { user_id: 'ada' },
        { message_count: row.message_count + 1, recent_chat_at: row.recent_chat_at + 1 },
      ][fate - 1]!;
      await db.query.updateTable('conversations').set(change).where('id', '=', row.id).execute();
      alive.set(row.id, { ...row, ...change });
    }
  }
  return [...alive.values()];
};

const expectedIds = (rows: readonly Row[], filter: ConversationFilter): string[] =>
  rows
    .filter(
      (row) =>
        row.message_count > 0 &&
        (filter.channel === undefined || row.channel === filter.channel) &&
        (filter.userId === undefined || row.user_id === filter.userId) &&
        (filter.startMs === undefined || row.recent_chat_at >= filter.startMs) &&
        (filter.endMs === undefined || row.recent_chat_at <= filter.endMs),
    )
    .sort((a, b) => b.recent_chat_at - a.recent_chat_at || (a.id < b.id ? 1 : -1))
    .map((row) => row.id);

const randomFilter = (random: (below: number) => number): ConversationFilter => {
  const at = () => startMs + random(100) * hourMs + random(3) * 1_800_000 - random(2);
  return {
    agentId,
    ...(random(2) ? { channel: channels[random(channels.length)]! } : {}),
    ...(random(2) ? { userId: random(2) ? 'ada' : `user ${random(4)}` } : {}),
    ...(random(2) ? { startMs: at() } : {}),
    ...(random(2) ? { endMs: at() } : {}),
  };
};

forEachDatabase(
  'every page of every listing is correct, with the exact total, after any changes',
  async (db) => {
    const random = createRandom(20_300_101);
    await insertAgent(db);
    const rows = Array.from({ length: 400 }, (_, index) => makeRow(index, random));
    await db.query.insertInto('conversations').values(rows).execute();
    const alive = await live(db, rows, random);
    for (let step = 0; step < 150; step++) {
      const filter = randomFilter(random);
      const ids = expectedIds(alive, filter);
      const offset = random(2) ? random(ids.length + 2) : 0;
      // Finds the page through the totals, even where scanning would be enough.
      const { conversations, total } = await listConversations(db.query, filter, { limit: 7, offset }, 0);
      const request = JSON.stringify({ ...filter, offset });
      assert.equal(total, ids.length, request);
      const found = conversations.map(({ id }) => id);
      assert.deepEqual(found, ids.slice(offset, offset + 7), request);
    }
  },
);
