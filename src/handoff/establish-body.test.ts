import assert from 'node:assert/strict';
import { test } from 'node:test';
import { establishBody } from './establish-body.ts';

const conversation = {
  id: 'c1',
  workspace_id: 'w1',
  agent_id: 'a1',
  user_id: 'ada',
  anonymous_id: null,
  message_count: 2,
};
const support = 'help@example.com';

const emails: [channel: string, entered: string, preset: string, email: string, ofUser: string][] = [
  ['API', '', '', support, ''],
  ['API', '', 'ada@example.com', 'ada@example.com', 'ada@example.com'],
  ['WIDGET', 'typed@example.com', '', 'typed@example.com', 'typed@example.com'],
  ['EMBED', 'typed@example.com', 'ada@example.com', 'ada@example.com', 'ada@example.com'],
  ['SHARE', '', '', support, ''],
  ['LIVE_CHAT_WIDGET_1', '', 'ada@example.com', 'ada@example.com', 'ada@example.com'],
  ['MESSAGING_APP_1_PROVIDER_1', '', 'ada@example.com', support, ''],
];

for (const [channel, entered, preset, email, ofUser] of emails)
  test(`e-mail of a user of ${channel}, entered "${entered}", preset "${preset}"`, () => {
    const body = establishBody({ ...conversation, channel }, [], { entered, preset, support }, 7);
    assert.equal(body.email, email);
    assert.equal(body.user_info.email, ofUser);
  });

const nothing = { question: '', transcript: '', read: '', answer: '', human: '' };

test('the context contains all questions and answers of the agent and of people, without empty ones', () => {
  const rounds = [
    { ...nothing, question: 'One?', answer: 'First.' },
    { ...nothing, question: 'Two?', human: 'Second, from Grace.' },
    { ...nothing, question: 'Three?' },
    { ...nothing, question: 'a.mp3, b.pdf', transcript: 'Where is it?', read: 'b.pdf:\nInvoice 7' },
  ];
  const none = { entered: '', preset: '', support };
  assert.deepEqual(establishBody({ ...conversation, channel: 'API' }, rounds, none, 7).body, [
    { message_type: 'QUESTION', text: 'One?' },
    { message_type: 'ANSWER', text: 'First.' },
    { message_type: 'QUESTION', text: 'Two?' },
    { message_type: 'ANSWER', text: 'Second, from Grace.' },
    { message_type: 'QUESTION', text: 'Three?' },
    { message_type: 'QUESTION', text: 'a.mp3, b.pdf\nWhere is it?\nb.pdf:\nInvoice 7' },
  ]);
});
