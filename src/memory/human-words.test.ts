import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { openMemory } from '../../test/support/memory/open-memory.ts';
import { type SeededConversation, seedConversation } from '../../test/support/memory/seed-conversation.ts';
import type { Database } from '../db/index.ts';
import { newId } from '../lib/ids.ts';

/** A session that began after the first round: a person answered the second round, but not the third. */
const seedHandoff = async (db: Database, status: 'open' | 'closed'): Promise<SeededConversation> => {
  const conversation = await seedConversation(db, [
    { question: 'Where is the lighthouse?', answer: 'I will ask.' },
    { question: 'Is it far?', answer: '' },
    { question: 'Hello?', answer: '' },
  ]);
  const { workspaceId, agentId, conversationId } = conversation;
  const sessionId = newId();
  const closed = status === 'closed' ? 1 : null;
  await db.query
    .insertInto('human_sessions')
    .values({
      id: sessionId,
      workspace_id: workspaceId,
      agent_id: agentId,
      conversation_id: conversationId,
      channel: 'API',
      status,
      trigger_kind: 'tool',
      trigger_round_id: null,
      ordinal: 1,
      start_sequence: 1,
      establish_delivery_id: newId(),
      first_reply_ms: 1,
      idle_ms: 1,
      has_replied: 1,
      deadline_at: null,
      told_unreachable: 0,
      close_reason: null,
      created_at: 1,
      opened_at: 1,
      closed_at: closed,
    })
    .execute();
  const humanTexts: [sequence: number, session: string | null, text: string][] = [
    [1, null, 'Grace here.'],
    [2, sessionId, 'Two miles.\nNorth.'],
    [3, sessionId, ''],
  ];
  for (const [sequence, human_session_id, human_text] of humanTexts)
    await db.query
      .updateTable('rounds')
      .set({ human_session_id, human_text })
      .where('sequence', '=', sequence)
      .execute();
  return conversation;
};

forEachDatabase(
  'the text of a person is in the window after the round it followed, marked as theirs',
  async (db) => {
    const { conversationId } = await seedHandoff(db, 'open');
    const { memory } = openMemory(db);
    const { turns } = await memory.shortTerm({ conversationId, beforeSequence: 4, budgetTokens: 1000 });
    assert.deepEqual(
      turns.map(({ question, answer }) => [question, answer]),
      [
        ['Where is the lighthouse?', 'I will ask.\n\nHuman service: Grace here.'],
        ['Is it far?', 'Human service: Two miles.\nNorth.'],
        ['Hello?', ''],
      ],
    );
  },
);

forEachDatabase('a human session is distilled when it is closed, with the text of the person', async (db) => {
  const open = await seedHandoff(db, 'open');
  const { memory, distil } = openMemory(db);
  const texts = async () => {
    const { memories } = await memory.list({ agentId: open.agentId }, { offset: 0, limit: 10 });
    return memories.map(({ text }) => text).sort();
  };
  await distil(open.conversationId);
  assert.deepEqual(await texts(), []);
  await db.query.updateTable('human_sessions').set({ status: 'closed', closed_at: 1 }).execute();
  await distil(open.conversationId);
  assert.deepEqual(await texts(), [
    'Hello?',
    'Is it far?\n\n→ Human service: Two miles.\nNorth.',
    'Where is the lighthouse?\n\n→ I will ask.\n\nHuman service: Grace here.',
  ]);
});
