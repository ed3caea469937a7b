import { serveThread } from '../../../src/lib/thread/thread.ts';

/** A worker thread for tests that answers, fails or dies on request. */
const handlers = {
  double: ({ value }: { value: number }): number => value * 2,
  fail: ({ message }: { message: string }): never => {
    throw new RangeError(message);
  },
  die: (_input: object): never => process.exit(7),
};

export type FixtureHandlers = typeof handlers;

serveThread(handlers);
