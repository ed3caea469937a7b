import { ConnectionError, errorOf, FrontdeskError, TimeoutError } from './errors.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** Makes a repeated call return the result of the first one. Default: a new key for each call that supports it. */
  idempotencyKey?: string;
  /** Replaces those of the client for this call. */
  timeoutMs?: number;
  maxRetries?: number;
}

export interface ClientOptions {
  /** Address of the service, for example https://frontdesk.example. */
  baseUrl: string;
  /** API key of the agent. */
  apiKey: string;
  /** Of one attempt. Streams have no time limit. Default: 120,000. */
  timeoutMs?: number;
  /** After a failed connection, status 429, and 502 to 504. Default: 3. */
  maxRetries?: number;
  /** Default: the fetch of the platform. */
  fetch?: typeof fetch;
}

export interface Request {
  method: string;
  path: string;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  /** Whether a repetition has no further effect. */
  isRepeatable: boolean;
  headers?: Record<string, string>;
  isStream?: boolean;
}

const firstDelayMs = 300;
const longestDelayMs = 20_000;

/** Doubled for each attempt, and spread so that many clients do not return at once. */
const delayMsOf = (attempt: number): number =>
  Math.min(longestDelayMs, firstDelayMs * 2 ** attempt) * (0.5 + Math.random() / 2);

export const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });

const queryOf = (query: Record<string, unknown> = {}): string => {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) pairs.append(name, String(one));
  const text = pairs.toString();
  return text === '' ? '' : `?${text}`;
};

const readError = async (response: Response): Promise<FrontdeskError> => {
  const text = await response.text().catch(() => '');
  let body: { code?: unknown; message?: unknown; request_id?: unknown } = {};
  try {
    body = JSON.parse(text) ?? {};
  } catch {
    // A proxy in between answered.
  }
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return errorOf(
    typeof body.message === 'string' ? body.message : `The service answered ${response.status}`,
    {
      code: typeof body.code === 'number' ? body.code : 0,
      status: response.status,
      requestId: response.headers.get('x-request-id') ?? undefined,
      retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
      hint: response.headers.get('x-frontdesk-hint') ?? undefined,
    },
  );
};

/** The service refused these before it did anything. */
const refusedStatuses = [429, 503];
const brokenStatuses = [502, 504];

const mayRepeat = (error: unknown, { isRepeatable }: Request): boolean => {
  if (!(error instanceof FrontdeskError)) return false;
  if (refusedStatuses.includes(error.status)) return true;
  return isRepeatable && (error.status === 0 || brokenStatuses.includes(error.status));
};

export const createSend = (options: ClientOptions) => {
  const base = options.baseUrl.replace(/\/$/, '');
  const fetchNow = options.fetch ?? globalThis.fetch.bind(globalThis);

  const attempt = async (request: Request, call: CallOptions): Promise<Response> => {
    const timeoutMs = call.timeoutMs ?? options.timeoutMs ?? 120_000;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    const signals = [timeout.signal, ...(call.signal ? [call.signal] : [])];
    try {
      const response = await fetchNow(`${base}${request.path}${queryOf(request.query)}`, {
        method: request.method,
        headers: {
          authorization: `Bearer ${options.apiKey}`,
          accept: request.isStream ? 'text/event-stream' : 'application/json',
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...request.headers,
        },
        signal: AbortSignal.any(signals),
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      });
      if (!response.ok) throw await readError(response);
      if (request.isStream) return response;
      // Read here, so that the time limit covers the whole response.
      const text = await response.text();
      return new Response(text === '' ? null : text, { status: 200, headers: response.headers });
    } catch (error) {
      call.signal?.throwIfAborted();
      if (timeout.signal.aborted) throw new TimeoutError(timeoutMs);
      throw error instanceof FrontdeskError ? error : new ConnectionError(error);
    } finally {
      clearTimeout(timer);
    }
  };

  return async (request: Request, call: CallOptions = {}): Promise<Response> => {
    const most = call.maxRetries ?? options.maxRetries ?? 3;
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt(request, call);
      } catch (error) {
        if (tries >= most || !mayRepeat(error, request)) throw error;
        const { retryAfterSeconds } = error as FrontdeskError;
        await wait(
          retryAfterSeconds === undefined ? delayMsOf(tries) : retryAfterSeconds * 1000,
          call.signal,
        );
      }
    }
  };
};

export type Send = ReturnType<typeof createSend>;
