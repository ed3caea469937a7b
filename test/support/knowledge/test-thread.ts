import { serveThread } from '../../../src/knowledge/thread.ts';

/** A thread for tests: answers, fails and dies as it is told. */
const handlers = {
  double: ({ value }: { value: number }): number => value * 2,
  fail: ({ message }: { message: string }): never => {
    throw new RangeError(message);
  },
  die: (_input: object): never => process.exit(7),
};

export type FixtureHandlers = typeof handlers;

serveThread(handlers);
