import { ServiceError } from '../service/service-error.ts';

interface PersistOptions {
  signal: AbortSignal;
  wait(attempt: number, signal: AbortSignal): Promise<void>;
  onConnection(isThere: boolean): void;
}

/** Tries for as long as the service cannot be reached; a refusal is thrown, and so is that nobody waits any more. */
export const persist = async <Result>(
  work: () => Promise<Result>,
  { signal, wait, onConnection }: PersistOptions,
): Promise<Result> => {
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await work();
      signal.throwIfAborted();
      onConnection(true);
      return result;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ServiceError && !error.isPassing) throw error;
      onConnection(false);
      await wait(attempt, signal);
      signal.throwIfAborted();
    }
  }
};
