import { AppError } from '../lib/errors.ts';

/** More waiting checks than this are an attack. */
const maxWaiting = 32;
/** Places reserved for known browsers, so that an attack does not lock out their owners. */
const reservedPlaces = 8;

/**
 * One password check at a time. A check takes a thread of the pool and 128 MB for 0.1 s. The same
 * pool syncs the database's log, which must not wait for many guesses.
 */
export const createPasswordQueue = () => {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  return async <Result>(
    work: () => Promise<Result>,
    { isKnownBrowser = false }: { isKnownBrowser?: boolean } = {},
  ): Promise<Result> => {
    if (waiting >= maxWaiting + (isKnownBrowser ? reservedPlaces : 0))
      throw new AppError('rateLimited', 'Too many sign-ins at once', { retryAfterSeconds: 5 });
    waiting += 1;
    const queued = last.then(work, work);
    last = queued;
    try {
      return await queued;
    } finally {
      waiting -= 1;
    }
  };
};
