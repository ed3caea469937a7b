import { withQuery } from './address.ts';
import { refusalOf, signedOut, unreachable } from './api-error.ts';
import type {
  AnswerOf,
  BodyOf,
  CallOptions,
  EventOf,
  PathOf,
  QueryOf,
  SendArguments,
  StreamOf,
} from './calls.ts';
import { readEventStream } from './read-event-stream.ts';

type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type AnyOptions = CallOptions<object | undefined>;

interface ClientOptions {
  /** Called when a request is rejected because the session has ended. */
  onSignedOut(): void;
  /** Called when a workspace requires another sign-in method. */
  onUnmetRequirement(): void;
}

/** Prefix of all paths of the management API. */
export const consoleApi = '/console/api';

const initOf = (
  method: Verb,
  body: unknown,
  { signal, idempotencyKey, lastEventId }: AnyOptions,
): RequestInit => ({
  method,
  signal,
  credentials: 'same-origin',
  headers: {
    // Pages of other sites can send the cookie, but not this header.
    'X-Frontdesk-Console': '1',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
  },
  body: JSON.stringify(body),
});

/** Calls the management API with the session cookie. Throws an ApiError for every failure except an abort. */
export const createClient = ({ onSignedOut, onUnmetRequirement }: ClientOptions) => {
  const send = async (method: Verb, path: string, body: unknown, options: AnyOptions): Promise<Response> => {
    const response = await fetch(
      consoleApi + withQuery(path, options.query),
      initOf(method, body, options),
    ).catch((error: unknown) => {
      if (options.signal?.aborted) throw error;
      throw unreachable();
    });
    if (response.ok) return response;
    // A sign-in with a wrong password also gets 401, but does not end a session.
    const isSigningIn = path === '/session' || path.startsWith('/sign-in/');
    if (response.status === 401 && !isSigningIn) {
      onSignedOut();
      throw signedOut();
    }
    const error = refusalOf(response.status, await response.text());
    if (error.reason === 'second-factor-required' || error.reason === 'sso-required') onUnmetRequirement();
    throw error;
  };

  const call = async <Result>(
    method: Verb,
    path: string,
    body?: unknown,
    options: AnyOptions = {},
  ): Promise<Result> => {
    const response = await send(method, path, body, options);
    return response.status === 204 ? (undefined as Result) : ((await response.json()) as Result);
  };

  return {
    get: <Path extends PathOf<'get'>>(path: Path, options?: CallOptions<QueryOf<Path, 'get'>>) =>
      call<AnswerOf<Path, 'get'>>('GET', path, undefined, options),
    post: <Path extends PathOf<'post'>>(path: Path, ...[body, options]: SendArguments<Path, 'post'>) =>
      call<AnswerOf<Path, 'post'>>('POST', path, body ?? {}, options),
    put: <Path extends PathOf<'put'>>(path: Path, ...[body, options]: SendArguments<Path, 'put'>) =>
      call<AnswerOf<Path, 'put'>>('PUT', path, body ?? {}, options),
    patch: <Path extends PathOf<'patch'>>(path: Path, ...[body, options]: SendArguments<Path, 'patch'>) =>
      call<AnswerOf<Path, 'patch'>>('PATCH', path, body, options),
    remove: <Path extends PathOf<'delete'>>(path: Path, options?: CallOptions<QueryOf<Path, 'delete'>>) =>
      call<AnswerOf<Path, 'delete'>>('DELETE', path, undefined, options),
    /** Reads server-sent events until the stream ends. */
    events: async <Path extends StreamOf<'get'>>(
      path: Path,
      onEvent: (event: EventOf<Path, 'get'>) => void,
      options: CallOptions = {},
    ): Promise<void> => readEventStream(await send('GET', path, undefined, options), onEvent),
    /** Sends a body and reads the response as server-sent events. */
    postForEvents: async <Path extends StreamOf<'post'>>(
      path: Path,
      body: BodyOf<Path, 'post'>,
      onEvent: (event: EventOf<Path, 'post'>) => void,
      options: CallOptions = {},
    ): Promise<void> => readEventStream(await send('POST', path, body, options), onEvent),
    /** For links: downloads and images. */
    link: <Path extends PathOf<'get'>>(path: Path, query?: QueryOf<Path, 'get'>): string =>
      consoleApi + withQuery(path, query),
  };
};
