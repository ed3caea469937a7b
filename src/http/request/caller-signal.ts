import type { RouteReply } from '../route.ts';

/** Ends work for a client that is gone, and after the time limit if there is one. */
export const callerSignal = (reply: Pick<RouteReply, 'raw'>, timeoutMs?: number): AbortSignal => {
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  return timeoutMs === undefined
    ? left.signal
    : AbortSignal.any([left.signal, AbortSignal.timeout(timeoutMs)]);
};
