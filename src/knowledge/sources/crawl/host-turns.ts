import { setTimeout as delay } from 'node:timers/promises';
import { type ConcurrencyLimit, createConcurrencyLimit } from '../../../lib/concurrency-limit.ts';

interface Host {
  limit: ConcurrencyLimit;
  /** Calls that wait or run. */
  calls: number;
  /** On the monotonic clock. */
  nextStartMs: number;
}

interface Turn {
  delayMs: number;
  signal: AbortSignal;
}

/** Requests to one host at the same time, over all sources. */
const mostPerHost = 6;

/** Requests to a host wait for each other, so that a source does not overload the server that it reads. */
export const createHostTurns = () => {
  const hosts = new Map<string, Host>();

  return {
    run: async <Result>(
      name: string,
      { delayMs, signal }: Turn,
      work: () => Promise<Result>,
    ): Promise<Result> => {
      const host = hosts.get(name) ?? {
        limit: createConcurrencyLimit(mostPerHost),
        calls: 0,
        nextStartMs: 0,
      };
      hosts.set(name, host);
      host.calls += 1;
      try {
        return await host.limit(async () => {
          const nowMs = performance.now();
          const startMs = Math.max(nowMs, host.nextStartMs);
          host.nextStartMs = startMs + delayMs;
          if (startMs > nowMs) await delay(startMs - nowMs, undefined, { signal });
          signal.throwIfAborted();
          return work();
        });
      } finally {
        host.calls -= 1;
        if (host.calls === 0 && host.nextStartMs <= performance.now()) hosts.delete(name);
      }
    },
    /** The host asked to be called later. */
    pause: (name: string, pauseMs: number): void => {
      const host = hosts.get(name);
      if (host) host.nextStartMs = Math.max(host.nextStartMs, performance.now() + pauseMs);
    },
  };
};

export type HostTurns = ReturnType<typeof createHostTurns>;
