import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTrial, type Trial, type TrialEvent, tellTrial } from './trial.ts';

const tell = (trial: Trial, event: TrialEvent['event'], data: unknown): Trial =>
  tellTrial(trial, { event, data } as TrialEvent);

test('an answer grows by its pieces and ends as it was stored', () => {
  let trial = tell(startTrial('Hi'), 'round', { roundId: 'r', conversationId: 'c', answerId: 'a' });
  trial = tell(trial, 'message', { code: 11, message: 'MessageInfo', data: {} });
  trial = tell(trial, 'message', { code: 3, message: 'Text', data: 'Hel' });
  trial = tell(trial, 'message', { code: 3, message: 'Text', data: 'lo' });
  assert.equal(trial.answer, 'Hello');
  assert.equal(trial.roundId, 'r');
  trial = tell(trial, 'trace', { status: 'done', answer: 'Hello!', error: null });
  assert.equal(trial.answer, 'Hello!');
  assert.equal(trial.failure, undefined);
});

test('a step is under way until it has ended, and keeps what it began with', () => {
  let trial = tell(startTrial('Hi'), 'step', {
    state: 'started',
    id: 1,
    kind: 'tool',
    name: 'find',
    startMs: 5,
  });
  assert.equal(trial.steps[0]?.durationMs, null);
  trial = tell(trial, 'step', { state: 'started', id: 2, kind: 'model', name: 'm', startMs: 6 });
  trial = tell(trial, 'step', {
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

test('a failure in the stream is told in the words of the service', () => {
  const trial = tell(startTrial('Hi'), 'message', {
    code: 50000,
    message: 'The model did not answer',
    data: null,
  });
  assert.equal(trial.failure, 'The model did not answer');
});
