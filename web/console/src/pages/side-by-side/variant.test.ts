import assert from 'node:assert/strict';
import { test } from 'node:test';
import { letterOf, newVariant, questionsOf, trialBody } from './variant.ts';

test('each line is a question, and repeated and empty ones are left out', () => {
  assert.deepEqual(questionsOf(' Where?\n\nWhen?\r\nWhere?\n  '), ['Where?', 'When?']);
});

test('a column sends only what differs from the settings of the agent', () => {
  const asked = { question: 'Where?', usesCorrections: true };
  assert.deepEqual(trialBody(newVariant(), asked), { text: 'Where?', settings: {} });
  const own = { ...newVariant(), version: 3, prompt: '', model: 'connection ["c","m"]' };
  assert.deepEqual(trialBody(own, { ...asked, usesCorrections: false }), {
    text: 'Where?',
    version: 3,
    settings: {
      prompt: '',
      model: { provider: 'connection', connectionId: 'c', name: 'm' },
      corrections: { mode: 'off' },
    },
  });
});

test('a column of a flow agent runs the draft or a version of the flow', () => {
  const asked = { question: 'Where?', usesCorrections: true };
  const rest = { text: 'Where?', settings: {} };
  assert.deepEqual(trialBody({ ...newVariant(), flow: 'draft' }, asked), { ...rest, draft: true });
  assert.deepEqual(trialBody({ ...newVariant(), flow: '4' }, asked), { ...rest, flowVersion: 4 });
});

test('columns have letters', () => {
  assert.deepEqual([0, 1, 2].map(letterOf), ['A', 'B', 'C']);
});
