import { errorOf, unreachable } from './api-error.ts';
import { type Query, withQuery } from './path.ts';
import { readEventStream, type ServerEvent } from './read-event-stream.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface CallOptions {
  query?: Query;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

interface ClientOptions {
  /** Called when the service no longer knows who we are. */
  onSignedOut(): void;
  /** Called when a workspace requires another kind of sign-in than this one. */
  onUnmetRequirement(): void;
}

const root = '/console/api';

const isJson = (body: unknown): boolean =>
  !(body instanceof FormData || body instanceof Blob || body instanceof ArrayBuffer);

const initOf = (method: Method, body: unknown, { signal, headers }: CallOptions): RequestInit => ({
  method,
  signal,
  credentials: 'same-origin',
  headers: {
    // Another site's page can send our cookie, but not this header.
    'X-Frontdesk-Console': '1',
    ...(body !== undefined && isJson(body) ? { 'Content-Type': 'application/json' } : {}),
    ...headers,
  },
  ...(body === undefined ? {} : { body: isJson(body) ? JSON.stringify(body) : (body as BodyInit) }),
});

/** Calls of the management API with the session's cookie. Every failure is an ApiError, but an abort. */
export const createClient = ({ onSignedOut, onUnmetRequirement }: ClientOptions) => {
  const send = async (
    method: Method,
    path: string,
    body: unknown,
    options: CallOptions,
  ): Promise<Response> => {
    const response = await fetch(root + withQuery(path, options.query), initOf(method, body, options)).catch(
      (error: unknown) => {
        if (options.signal?.aborted) throw error;
        throw unreachable();
      },
    );
    if (response.ok) return response;
    // Signing in with a wrong password is refused too, and says nothing of a session.
    const isSigningIn = path === '/session' || path.startsWith('/sign-in/');
    if (response.status === 401 && !isSigningIn) onSignedOut();
    const error = await errorOf(response);
    if (error.reason === 'second-factor-required' || error.reason === 'sso-required') onUnmetRequirement();
    throw error;
  };

  const call = async <Result>(
    method: Method,
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<Result> => {
    const response = await send(method, path, body, options);
    return response.status === 204 ? (undefined as Result) : ((await response.json()) as Result);
  };

  return {
    get: <Result>(path: string, options?: CallOptions) => call<Result>('GET', path, undefined, options),
    post: <Result>(path: string, body?: unknown, options?: CallOptions) =>
      call<Result>('POST', path, body ?? {}, options),
    put: <Result>(path: string, body?: unknown, options?: CallOptions) =>
      call<Result>('PUT', path, body ?? {}, options),
    patch: <Result>(path: string, body: unknown, options?: CallOptions) =>
      call<Result>('PATCH', path, body, options),
    remove: <Result = void>(path: string, options?: CallOptions) =>
      call<Result>('DELETE', path, undefined, options),
    /** Reads server-sent events to their end; with a body it is a POST. */
    events: async (
      path: string,
      onEvent: (event: ServerEvent) => void,
      { body, ...options }: CallOptions & { body?: unknown } = {},
    ): Promise<void> => {
      const response = await send(body === undefined ? 'GET' : 'POST', path, body, options);
      await readEventStream(response, onEvent);
    },
    /** For links: downloads and images. */
    address: (path: string, query?: Query): string => root + withQuery(path, query),
  };
};

export type Client = ReturnType<typeof createClient>;
