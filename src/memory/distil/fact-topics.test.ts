import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factTopics } from './fact-topics.ts';

const contact = factTopics.find(({ topic }) => topic === 'contact')!;

test('addresses, telephone numbers and order numbers are contact data', () => {
  for (const sentence of [
    'Write to ada.lovelace+shop@mail.example.com please',
    'My e-mail is müller@büro.example',
    'Call +44 20 7946 0958',
    'Order AB-12345',
  ])
    assert.match(sentence, contact.statement);
  for (const sentence of ['I live @ home', 'a@b', 'Room 12', 'It costs 1,000.00'])
    assert.doesNotMatch(sentence, contact.statement);
});

/** Quadratic work on it would take longer than the time limit of a test. */
test('a word as long as a message can be is no contact data', () => {
  assert.doesNotMatch('中'.repeat(300_000), contact.statement);
});
