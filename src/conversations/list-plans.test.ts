import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../test/support/databases/databases.ts';
import { assertWalksIndex, planOf } from '../../test/support/databases/query-plan.ts';
import type { ConversationFilter } from './conversation-filter.ts';
import { countConversations } from './count-conversations.ts';
import { channelPageQuery, pageQuery } from './list-conversations.ts';

const page = { limit: 100, offset: 99_900 };
const agentId = 'a'.repeat(24);
const range = { startMs: 1000, endMs: 10 ** 12 };

test('listings scan their own index (sqlite)', async () => {
  const { db, release } = await openTestDatabase('sqlite');
  try {
    const conversations: [filter: object, index: string][] = [
      [{}, 'conversations_listed'],
      [range, 'conversations_listed'],
      [{ userId: 'ada' }, 'conversations_by_user'],
      [{ userId: 'ada', ...range }, 'conversations_by_user'],
    ];
    for (const [filter, index] of conversations)
      assertWalksIndex(await planOf(db, pageQuery(db.query, { agentId, ...filter }, page)), index);
  } finally {
    await release();
  }
});

test('a channel is listed by the hours or days that contain it, sorting one at a time (sqlite)', async () => {
  const { db, release } = await openTestDatabase('sqlite');
  try {
    const filters: [filter: Partial<ConversationFilter>, tally: RegExp, index: RegExp][] = [
      [{}, /^SEARCH tally USING PRIMARY KEY \(agent_id=\? AND hour/, /COVERING INDEX conversations_listed/],
      [
        range,
        /^SEARCH tally USING PRIMARY KEY \(agent_id=\? AND hour/,
        /COVERING INDEX conversations_listed/,
      ],
      [{ userId: 'ada' }, /AND user_id=\? AND day/, /COVERING INDEX conversations_by_user/],
      [{ userId: 'ada', ...range }, /AND user_id=\? AND day/, /COVERING INDEX conversations_by_user/],
    ];
    for (const [filter, tally, index] of filters) {
      const query = channelPageQuery(db.query, { agentId, channel: 'API', ...filter }, page);
      const plan = await planOf(db, query);
      assert.deepEqual(plan.slice(2), ['USE TEMP B-TREE FOR LAST 2 TERMS OF ORDER BY'], plan.join('\n'));
      assert.match(plan[0]!, tally);
      assert.match(plan[1]!, index);
      assert.match(plan[1]!, /recent_chat_at>\? AND recent_chat_at<\?/);
    }
  } finally {
    await release();
  }
});

test('a total over all channels is read from the counters, not from the conversations (sqlite)', async () => {
  const { db, release } = await openTestDatabase('sqlite');
  try {
    await sql`insert into conversation_counts (agent_id, channel, hour, total)
      values (${agentId}, 'API', 5, 1000), (${agentId}, 'WIDGET', 6, 500)`.execute(db.query);
    assert.equal(await countConversations(db.query, { agentId }), 1500);
    assert.equal(await countConversations(db.query, { agentId, channel: 'API' }), 1000);
    assert.equal(await countConversations(db.query, { agentId, startMs: 6 * 3_600_000 }), 500);
    await sql`insert into user_conversation_counts (agent_id, user_id, channel, day, total)
      values (${agentId}, 'ada', 'API', 5, 100), (${agentId}, 'ada', 'WIDGET', 6, 50)`.execute(db.query);
    assert.equal(await countConversations(db.query, { agentId, userId: 'ada' }), 150);
    assert.equal(
      await countConversations(db.query, { agentId, userId: 'ada', endMs: 6 * 86_400_000 - 1 }),
      100,
    );
  } finally {
    await release();
  }
});
