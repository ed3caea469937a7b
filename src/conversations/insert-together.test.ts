import assert from 'node:assert/strict';
import { createAgentRow } from '../../test/support/analytics/create-agent-row.ts';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { newId } from '../lib/ids.ts';
import { createInsertTogether } from './insert-together.ts';
import { type Conversation, findConversation } from './store.ts';

const conversationOf = (agent: { workspaceId: string; agentId: string }, number: number): Conversation => ({
  id: newId(),
  ...agent,
  userId: `user "${number}" 用户`,
  anonymousId: number % 2 === 0 ? `anonymous-${number}` : null,
  channel: 'API',
  subject: '',
  messageCount: 0,
  costNano: 0,
  recentChatAtMs: 1_700_000_000_000 + number,
  summary: '',
  createdAtMs: 1_700_000_000_000 + number,
  visitorId: number % 3 === 0 ? `visitor-${number}` : null,
  isUserClaimed: number % 2 === 1,
  title: '',
  hiddenAtMs: null,
});

forEachDatabase('conversations that are created at the same time are all stored completely', async (db) => {
  const agent = await createAgentRow(db);
  const insert = createInsertTogether(db);
  const conversations = Array.from({ length: 250 }, (_, number) => conversationOf(agent, number));
  await Promise.all(conversations.map(insert));
  for (const conversation of conversations)
    assert.deepEqual(await findConversation(db.query, conversation.id), conversation);
});

forEachDatabase('a conversation that cannot be stored does not affect the others', async (db) => {
  const agent = await createAgentRow(db);
  const insert = createInsertTogether(db);
  const [first, refused, last] = [
    conversationOf(agent, 1),
    conversationOf({ ...agent, agentId: newId() }, 2),
    conversationOf(agent, 3),
  ] as const;
  const results = await Promise.allSettled([first, refused, last].map(insert));
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(await findConversation(db.query, first.id), first);
  assert.deepEqual(await findConversation(db.query, last.id), last);
  assert.equal(await findConversation(db.query, refused.id), undefined);
});
