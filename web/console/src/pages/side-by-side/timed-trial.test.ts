import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrialEvent } from '../try-it/trial.ts';
import { applyTimedEvent, startTimedTrial, sumTrials, type TimedTrial } from './timed-trial.ts';

const apply = (trial: TimedTrial, event: TrialEvent['event'], data: unknown, elapsedMs: number): TimedTrial =>
  applyTimedEvent(trial, { event, data } as TrialEvent, elapsedMs);

const ended = (firstMs: number, totalMs: number): TimedTrial => {
  let trial = apply(startTimedTrial('Hi'), 'round', { roundId: 'r', conversationId: 'c' }, 5);
  trial = apply(trial, 'message', { code: 3, message: '', data: 'Hel' }, firstMs);
  trial = apply(trial, 'message', { code: 3, message: '', data: 'lo' }, firstMs + 10);
  const tokens = { promptTokens: 10, completionTokens: 5 };
  return apply(trial, 'trace', { status: 'done', answer: 'Hello', tokens, credits: '0.5' }, totalMs);
};

test('the first text and the end of a reply are timed', () => {
  const trial = ended(40, 90);
  assert.deepEqual([trial.firstTextMs, trial.totalMs, trial.answer], [40, 90, 'Hello']);
});

test('a column sums its finished replies, with the mean time to the first text', () => {
  const running = apply(startTimedTrial('Hi'), 'message', { code: 3, message: '', data: 'x' }, 1);
  const failed = { ...startTimedTrial('Hi'), failure: 'No model' };
  assert.deepEqual(sumTrials([ended(40, 90), ended(60, 110), running, failed]), {
    count: 2,
    failed: 1,
    firstTextMs: 50,
    totalMs: 200,
    tokens: 30,
    credits: 1,
  });
});
