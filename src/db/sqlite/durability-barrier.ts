import { close, fdatasync, open } from 'node:fs';
import { promisify } from 'node:util';
import { faultPoint } from '../../lib/fault-point.ts';
import { endAfterFailedSync } from '../../lib/sync-file.ts';

const openFile = promisify(open);
const closeFile = promisify(close);

export interface DurabilityBarrier {
  /** Resolves when everything committed before the call is on disk. Never rejects: a failed sync ends the process. */
  wait(): Promise<void>;
  /** Call it after the last commit. Resolves when everything is on disk; then `wait` has nothing to wait for. */
  close(): Promise<void>;
}

interface BarrierPorts {
  sync?(fileDescriptor: number, done: (error: Error | null) => void): void;
  /** Must not return: no waiter may continue. */
  onFailedSync?(path: string, error: Error): never;
}

/**
 * With `synchronous=NORMAL` a commit writes to the WAL but does not sync it. This barrier syncs it
 * off the event loop: a waiter is released by a sync that *started* after it began to wait, so a running
 * sync does not count for new waiters. All of them share the next one. Same guarantee as
 * `synchronous=FULL` at a fraction of its cost, and the event loop never blocks.
 */
export const createDurabilityBarrier = async (
  walPath: string,
  { sync = fdatasync, onFailedSync = endAfterFailedSync }: BarrierPorts = {},
): Promise<DurabilityBarrier> => {
  // Opened once: while the database is open the WAL is truncated or restarted, never replaced.
  const fileDescriptor = await openFile(walPath, 'r+');
  let waiting: (() => void)[] = [];
  let running = false;
  let closing: Promise<void> | undefined;

  const run = (): void => {
    running = true;
    const released = waiting;
    waiting = [];
    faultPoint('disk-syncing');
    sync(fileDescriptor, (error) => {
      if (error) onFailedSync(walPath, error);
      running = false;
      faultPoint('disk-synced');
      for (const resolve of released) resolve();
      if (waiting.length > 0) run();
    });
  };

  const nextSync = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (!running) run();
    });

  return {
    // While it is closing nobody starts a sync: it would fail on the closed file, or sync another file with its number.
    wait: () => closing ?? nextSync(),
    close: () => {
      closing ??= nextSync().then(() => closeFile(fileDescriptor));
      return closing;
    },
  };
};
