import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../../api/generated.ts';
import { shownMessages } from './shown-messages.ts';

const message = (role: Message['role'], roundId: string | null, round: object = {}): Message => ({
  id: `${role} ${roundId}`,
  roundId,
  role,
  text: `${role} says`,
  files: [],
  createdAt: '2026-11-02T10:00:00.000Z',
  round:
    roundId === null
      ? null
      : {
          status: 'done',
          mode: 'blocking',
          error: null,
          credits: '0',
          feedback: 'NONE',
          quality: 'NONE',
          withPerson: false,
          ...round,
        },
  citations: [],
  recordings: [],
});

const tell = (messages: Message[]): string[] =>
  shownMessages(messages).map((shown) =>
    shown.kind === 'answer' ? `answer ${shown.answer.number} of ${shown.answer.roundId}` : shown.message.id,
  );

test('answers are counted, and what people said stands between them', () => {
  assert.deepEqual(
    tell([
      message('user', 'r1'),
      message('assistant', 'r1'),
      message('service', null),
      message('human', null),
      message('user', 'r2'),
      message('assistant', 'r2'),
    ]),
    ['user r1', 'answer 1 of r1', 'service null', 'human null', 'user r2', 'answer 2 of r2'],
  );
});

test('a round that failed has the place of an answer, with its reason and no words', () => {
  const failed = message('user', 'r1', { status: 'failed', error: 'The model did not answer' });
  const [, shown] = shownMessages([failed]);
  assert.ok(shown?.kind === 'answer');
  assert.equal(shown.answer.text, '');
  assert.equal(shown.answer.round.error, 'The model did not answer');
  assert.deepEqual(tell([message('user', 'r1', { status: 'running' })]), ['user r1', 'answer 1 of r1']);
});

test('a message that a person was given waits for no answer of the agent', () => {
  assert.deepEqual(tell([message('user', 'r1', { status: 'failed', withPerson: true })]), ['user r1']);
  const cut = [
    message('user', 'r1', { status: 'stopped' }),
    message('assistant', 'r1', { status: 'stopped' }),
  ];
  assert.deepEqual(tell(cut), ['user r1', 'answer 1 of r1']);
});
