import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../../api/generated.ts';
import { shownMessages } from './shown-messages.ts';

const message = (role: Message['role'], roundId: string | null, round: object = {}): Message => ({
  id: `${role} ${roundId}`,
  roundId,
  role,
  text: `${role} says`,
  author: null,
  authorId: null,
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
          feedbackReason: null,
          feedbackComment: '',
          quality: 'NONE',
          withPerson: false,
          replacedBy: null,
          ...round,
        },
  citations: [],
  recordings: [],
});

const summarise = (messages: Message[]): string[] =>
  shownMessages(messages).map((shown) =>
    shown.kind === 'reply' ? `reply ${shown.reply.number} of ${shown.reply.roundId}` : shown.message.id,
  );

test('replies are numbered; other messages stay between them', () => {
  assert.deepEqual(
    summarise([
      message('user', 'r1'),
      message('assistant', 'r1'),
      message('service', null),
      message('human', null),
      message('user', 'r2'),
      message('assistant', 'r2'),
    ]),
    ['user r1', 'reply 1 of r1', 'service null', 'human null', 'user r2', 'reply 2 of r2'],
  );
});

test('a failed or running round has an empty reply with its error', () => {
  const failed = message('user', 'r1', { status: 'failed', error: 'The model did not answer' });
  const [, shown] = shownMessages([failed]);
  assert.ok(shown?.kind === 'reply');
  assert.equal(shown.reply.text, '');
  assert.equal(shown.reply.round.error, 'The model did not answer');
  assert.deepEqual(summarise([message('user', 'r1', { status: 'running' })]), ['user r1', 'reply 1 of r1']);
});

test('a message to a person gets no reply of the agent', () => {
  assert.deepEqual(summarise([message('user', 'r1', { status: 'failed', withPerson: true })]), ['user r1']);
  const stopped = [
    message('user', 'r1', { status: 'stopped' }),
    message('assistant', 'r1', { status: 'stopped' }),
  ];
  assert.deepEqual(summarise(stopped), ['user r1', 'reply 1 of r1']);
});
