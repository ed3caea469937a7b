import { applyTrialEvent, startTrial, type Trial, type TrialEvent } from '../try-it/trial.ts';

/** A reply with its times, as the operator sees them. In milliseconds after the question was sent. */
export interface TimedTrial extends Trial {
  firstTextMs: number | undefined;
  totalMs: number | undefined;
}

export const startTimedTrial = (question: string): TimedTrial => ({
  ...startTrial(question),
  firstTextMs: undefined,
  totalMs: undefined,
});

export const applyTimedEvent = (trial: TimedTrial, event: TrialEvent, elapsedMs: number): TimedTrial => {
  const next = applyTrialEvent(trial, event);
  return {
    ...next,
    firstTextMs: trial.firstTextMs ?? (next.answer === '' ? undefined : elapsedMs),
    totalMs: event.event === 'trace' ? elapsedMs : trial.totalMs,
  };
};

/** Sums of a column. `firstTextMs` is the mean. */
export const sumTrials = (trials: readonly TimedTrial[]) => {
  const ended = trials.filter(({ round }) => round !== undefined);
  const firsts = ended.flatMap(({ firstTextMs }) => firstTextMs ?? []);
  return {
    count: ended.length,
    failed: trials.filter(({ failure }) => failure !== undefined).length,
    firstTextMs: firsts.length === 0 ? undefined : firsts.reduce((sum, one) => sum + one, 0) / firsts.length,
    totalMs: ended.reduce((sum, { totalMs }) => sum + (totalMs ?? 0), 0),
    tokens: ended.reduce(
      (sum, { round }) =>
        sum + (round?.tokens ? round.tokens.promptTokens + round.tokens.completionTokens : 0),
      0,
    ),
    credits: ended.reduce((sum, { round }) => sum + Number(round?.credits ?? 0), 0),
  };
};
