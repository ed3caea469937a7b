import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyTrialEvent, startTrial, type Trial, type TrialEvent } from './trial.ts';

const apply = (trial: Trial, event: TrialEvent['event'], data: unknown): Trial =>
  applyTrialEvent(trial, { event, data } as TrialEvent);

test('text events extend the answer; the trace replaces it with the stored answer', () => {
  let trial = apply(startTrial('Hi'), 'round', { roundId: 'r', conversationId: 'c', answerId: 'a' });
  trial = apply(trial, 'message', { code: 11, message: 'MessageInfo', data: {} });
  trial = apply(trial, 'message', { code: 3, message: 'Text', data: 'Hel' });
  trial = apply(trial, 'message', { code: 3, message: 'Text', data: 'lo' });
  assert.equal(trial.answer, 'Hello');
  assert.equal(trial.roundId, 'r');
  trial = apply(trial, 'trace', { status: 'done', answer: 'Hello!', error: null });
  assert.equal(trial.answer, 'Hello!');
  assert.equal(trial.failure, undefined);
});

test('a step has no duration until it ends, and keeps the values it started with', () => {
  let trial = apply(startTrial('Hi'), 'step', {
    state: 'started',
    id: 1,
    kind: 'tool',
    name: 'find',
    startMs: 5,
  });
  assert.equal(trial.steps[0]?.durationMs, null);
  trial = apply(trial, 'step', { state: 'started', id: 2, kind: 'model', name: 'm', startMs: 6 });
  trial = apply(trial, 'step', {
    state: 'ended',
    id: 1,
    kind: 'tool',
    name: 'find',
    startMs: 5,
    durationMs: 7,
  });
  assert.deepEqual(
    trial.steps.map(({ id, name, durationMs }) => [id, name, durationMs]),
    [
      [1, 'find', 7],
      [2, 'm', null],
    ],
  );
});

test('an error in the stream is shown with the message of the service', () => {
  const trial = apply(startTrial('Hi'), 'message', {
    code: 50000,
    message: 'The model did not answer',
    data: null,
  });
  assert.equal(trial.failure, 'The model did not answer');
});
