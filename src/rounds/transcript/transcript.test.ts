import assert from 'node:assert/strict';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { type SeededConversation, seedConversation } from '../../../test/support/memory/seed-conversation.ts';
import type { Database } from '../../db/index.ts';
import { newId } from '../../lib/ids.ts';
import { listMessages } from './list-messages.ts';
import {
  findHistoryMessages,
  findHistoryRounds,
  findHumanSessionEnds,
  findPlace,
  placesBefore,
} from './page-before.ts';
import { readAfter } from './read-after.ts';
import { walkMessages } from './walk-messages.ts';

const seedSession = async (
  db: Database,
  { workspaceId, agentId, conversationId }: SeededConversation,
): Promise<string> => {
  const id = newId();
  await db.query
    .insertInto('human_sessions')
    .values({
      id,
      workspace_id: workspaceId,
      agent_id: agentId,
      conversation_id: conversationId,
      ordinal: 1,
      channel: 'API',
      status: 'closed',
      trigger_kind: 'operator',
      trigger_round_id: null,
      start_sequence: 2,
      establish_delivery_id: newId(),
      first_reply_ms: 1000,
      idle_ms: 1000,
      has_replied: 1,
      deadline_at: null,
      told_unreachable: 0,
      close_reason: 'TIMEOUT',
      created_at: 1,
      opened_at: 1,
      closed_at: 20,
    })
    .execute();
  return id;
};

/** Two messages of people before the first round, two after the second and, after the session, one after the third. */
const seedTranscript = async (db: Database) => {
  const seeded = await seedConversation(db, [
    { question: 'q1', answer: 'a1' },
    { question: 'q2', answer: '', status: 'failed' },
    { question: 'q3', answer: 'a3', status: 'stopped' },
  ]);
  const sessionId = await seedSession(db, seeded);
  const humanMessages = [
    ['h1', 0, 10],
    ['h2', 0, 10],
    ['h3', 2, 10],
    ['h4', 2, 10],
    ['h5', 3, 30],
  ] as const;
  for (const [text, afterSequence, createdAtMs] of humanMessages)
    await db.query
      .insertInto('human_messages')
      .values({
        id: newId(),
        answer_id: newId(),
        agent_id: seeded.agentId,
        conversation_id: seeded.conversationId,
        session_id: sessionId,
        sender: 'human',
        text,
        after_sequence: afterSequence,
        given_timestamp: null,
        created_at: createdAtMs,
      })
      .execute();
  return { ...seeded, sessionId };
};

const transcript = ['h1', 'h2', 'q1', 'a1', 'q2', 'h3', 'h4', 'q3', 'a3', 'h5'];

forEachDatabase('a list, its pages and an export have the same order of messages', async (db) => {
  const { conversationId } = await seedTranscript(db);
  const whole = await listMessages(db.query, conversationId, { limit: 100, offset: 0 });
  assert.deepEqual(
    whole.messages.map(({ text }) => text),
    transcript,
  );
  assert.equal(whole.total, transcript.length);
  const paged: string[] = [];
  for (let offset = 0; offset < transcript.length; offset += 3) {
    const { messages } = await listMessages(db.query, conversationId, { limit: 3, offset });
    paged.push(...messages.map(({ text }) => text));
  }
  assert.deepEqual(paged, transcript);
  const exported = await Array.fromAsync(walkMessages(db.query, conversationId));
  assert.deepEqual(
    exported.map(({ text }) => text),
    transcript,
  );
});

forEachDatabase(
  'a page reads backwards in the same order, with failed answers and ends of sessions',
  async (db) => {
    const { conversationId, sessionId } = await seedTranscript(db);
    const shown: string[] = [];
    for (let before: Awaited<ReturnType<typeof findPlace>>; ; ) {
      const places = await placesBefore(db.query, conversationId, before, 4);
      const ids = places.map(({ id }) => id);
      const rounds = new Map((await findHistoryRounds(db.query, ids)).map((round) => [round.id, round]));
      const messages = new Map((await findHistoryMessages(db.query, ids)).map((one) => [one.id, one.text]));
      const ends = new Set((await findHumanSessionEnds(db.query, ids)).map(({ id }) => id));
      for (const { id, part } of places) {
        const round = rounds.get(id);
        const ofRound = part === 0 ? round?.question_text : round && `answer to ${round.question_text}`;
        shown.unshift(ofRound ?? messages.get(id) ?? (ends.has(id) ? 'end' : '?'));
        // A page requests older messages by the id of a shown message.
        const shownId = part === 1 ? round!.answer_id : id;
        before = await findPlace(db.query, conversationId, shownId);
        assert.deepEqual(before && { ...before }, {
          ...places.find((place) => place.id === id && place.part === part),
        });
      }
      if (places.length < 4) break;
    }
    assert.deepEqual(shown, [
      'h1',
      'h2',
      'q1',
      'answer to q1',
      'q2',
      'answer to q2',
      'h3',
      'h4',
      'end',
      'q3',
      'answer to q3',
      'h5',
    ]);
    assert.equal(await findPlace(db.query, newId(), sessionId), undefined);
  },
);

forEachDatabase('live updates have questions and messages of people in the same order', async (db) => {
  const { conversationId } = await seedTranscript(db);
  const { events } = await readAfter(db.query, conversationId, { sequence: 0, position: 0 }, 100);
  assert.deepEqual(
    events.map(({ text }) => text),
    transcript.filter((text) => !text.startsWith('a')),
  );
});
