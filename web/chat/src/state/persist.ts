import { ServiceError } from '../service/service-error.ts';

interface PersistOptions {
  signal: AbortSignal;
  wait(attempt: number, signal: AbortSignal): Promise<void>;
  onConnection(isThere: boolean): void;
}

/** Retries while the service is unreachable. Throws on rejection and when aborted. */
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
