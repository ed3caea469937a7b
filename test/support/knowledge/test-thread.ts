import { setTimeout as delay } from 'node:timers/promises';
import { serveThread } from '../../../src/lib/thread/thread.ts';

/** A worker thread for tests that answers, fails or dies on request. */
const handlers = {
  double: ({ value }: { value: number }): number => value * 2,
  fail: ({ message }: { message: string }): never => {
    throw new RangeError(message);
  },
  /** Cannot be interrupted between its two notes, like native code. */
  work: async ({ notes, ms }: { notes: Int32Array; ms: number }): Promise<void> => {
    Atomics.store(notes, 0, 1);
    Atomics.notify(notes, 0);
    await delay(ms);
    Atomics.store(notes, 0, 2);
  },
  die: (_input: object): never => process.exit(7),
};

export type FixtureHandlers = typeof handlers;

serveThread(handlers);
