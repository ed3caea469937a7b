import type { PageAnswer, SearchFilterValues, Session } from '../../../src/http/embed/page-schemas.ts';
import { limitSilence } from '../../chat/src/service/limit-silence.ts';
import type { Posted } from '../../chat/src/service/post-message.ts';
import { readEvents, type ServerEvent } from '../../chat/src/service/read-events.ts';
import { readServiceError, ServiceError } from '../../chat/src/service/service-error.ts';

interface ServiceOptions {
  agentId: string;
  /** The secret by which the service knows this browser, shared with the chat. */
  secret: { get(): string | undefined; set(secret: string): void };
  languages: readonly string[];
}

interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

async function* decode(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

const piecesOf = (response: Response): AsyncIterable<string> => limitSilence(decode(response.body!));

/** The calls of the search page. The first one opens a session; one that has ended is opened again. */
export const createService = ({ agentId, secret, languages }: ServiceOptions) => {
  const base = `/channels/${encodeURIComponent(agentId)}`;
  let opening: Promise<Session> | undefined;

  const send = async (method: string, path: string, options: CallOptions, token = ''): Promise<Response> => {
    const { body, signal, headers = {} } = options;
    const response = await fetch(base + path, {
      method,
      signal: signal ?? null,
      cache: 'no-store',
      headers: {
        ...headers,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.ok) return response;
    const { status } = response;
    throw readServiceError({
      status,
      text: await response.text(),
      retryAfter: response.headers.get('retry-after'),
    });
  };

  const open = async (): Promise<Session> => {
    const body = { channel: 'AI_SEARCH', browser_secret: secret.get(), languages: languages.slice(0, 20) };
    const session = (await (await send('POST', '/session', { body })).json()) as Session;
    secret.set(session.browser_secret);
    return session;
  };

  /** One at a time. A failed one is tried again by the next call. */
  const session = (): Promise<Session> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  const request = async (method: string, path: string, options: CallOptions = {}): Promise<Response> => {
    try {
      return await send(method, path, options, (await session()).token);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 401) throw error;
      opening = undefined;
      return send(method, path, options, (await session()).token);
    }
  };

  const json = async <Result>(method: string, path: string, options?: CallOptions): Promise<Result> =>
    (await request(method, path, options)).json() as Promise<Result>;

  return {
    session,
    search: (query: string, filter: SearchFilterValues, signal: AbortSignal) => {
      const parameters = new URLSearchParams({ query });
      if (Object.keys(filter).length > 0) parameters.set('filter', JSON.stringify(filter));
      return json<PageAnswer<'search'>>('GET', `/search?${parameters}`, {
        signal,
      });
    },
    startConversation: () => json<PageAnswer<'conversation'>>('POST', '/conversations', { body: {} }),
    ask: async (text: string, conversationId: string, key: string, signal: AbortSignal): Promise<Posted> => {
      const response = await request('POST', '/messages', {
        body: { text, conversation_id: conversationId },
        headers: { 'idempotency-key': key },
        signal,
      });
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      return {
        conversationId: response.headers.get('x-conversation-id'),
        handedOver: isStream ? undefined : await response.json(),
        pieces: isStream ? piecesOf(response) : (async function* () {})(),
      };
    },
    follow: async (
      messageId: string,
      lastEventId: string,
      signal: AbortSignal,
    ): Promise<AsyncIterable<ServerEvent>> => {
      const headers = { 'last-event-id': lastEventId };
      return readEvents(piecesOf(await request('GET', `/messages/${messageId}/stream`, { headers, signal })));
    },
    stop: (messageId: string) => request('POST', `/messages/${messageId}/stop`, { body: {} }),
    citations: (messageId: string) =>
      json<PageAnswer<'citations'>>('GET', `/messages/${messageId}/citations`),
  };
};

export type Service = ReturnType<typeof createService>;
