import { AppError } from '../lib/errors.ts';

/** More waiting than this is no rush hour but an attack. */
const maxWaiting = 32;

/**
 * One password at a time. A check takes a thread of the pool and 128 MB for a tenth of a second; the same
 * pool syncs the database's log, and must not stand behind a crowd of guesses.
 */
export const createPasswordTurns = () => {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting >= maxWaiting)
      throw new AppError('rateLimited', 'Too many sign-ins at once', { retryAfterSeconds: 5 });
    waiting += 1;
    const turn = last.then(work, work);
    last = turn;
    try {
      return await turn;
    } finally {
      waiting -= 1;
    }
  };
};
