import { useEffect, useRef, useState } from 'react';
import { api } from './api.ts';
import { ApiError } from './api-error.ts';
import type { EventOf, StreamOf } from './calls.ts';
import { signedInSignal } from './session-signal.ts';

const firstPauseMs = 1_000;
const longestPauseMs = 15_000;

const pause = (timeMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, timeMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Subscribes to the events at `path` while the component is mounted. Reconnects after a lost connection. */
export const useEvents = <Path extends StreamOf<'get'>>(
  path: Path | undefined,
  onEvent: (event: EventOf<Path, 'get'>) => void,
): { isLive: boolean; error: ApiError | undefined } => {
  const [isLive, setIsLive] = useState(false);
  const [error, setError] = useState<ApiError>();
  const latest = useRef(onEvent);
  latest.current = onEvent;

  const [signIns, setSignIns] = useState(0);
  const isSignedOut = error?.status === 401;
  useEffect(
    () => (isSignedOut ? signedInSignal.listen(() => setSignIns((count) => count + 1)) : undefined),
    [isSignedOut],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: a sign-in starts the stream again
  useEffect(() => {
    if (path === undefined) return;
    const ending = new AbortController();
    const follow = async (): Promise<void> => {
      let pauseMs = firstPauseMs;
      // After an interruption, a stream with ids continues where it ended.
      let lastEventId: string | undefined;
      while (!ending.signal.aborted) {
        try {
          setIsLive(true);
          setError(undefined);
          const follow = (event: EventOf<Path, 'get'>): void => {
            lastEventId = (event as { id?: string }).id ?? lastEventId;
            latest.current(event);
          };
          await api.events(path, follow, { signal: ending.signal, lastEventId });
          pauseMs = firstPauseMs;
        } catch (failure) {
          if (ending.signal.aborted) return;
          setError(failure instanceof ApiError ? failure : undefined);
          // A rejected request would be rejected again, unless somebody signs in.
          if (failure instanceof ApiError && failure.status >= 400 && failure.status < 500)
            return setIsLive(false);
        }
        setIsLive(false);
        await pause(pauseMs, ending.signal);
        pauseMs = Math.min(longestPauseMs, pauseMs * 2);
      }
    };
    void follow();
    return () => ending.abort();
  }, [path, signIns]);

  return { isLive, error };
};
