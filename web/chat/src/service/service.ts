import { answerMs, fellSilent, limitSilence, silenceMs } from './limit-silence.ts';
import { type Posted, postMessage } from './post-message.ts';
import { readEvents, type ServerEvent } from './read-events.ts';
import { readServiceError, ServiceError } from './service-error.ts';
import type {
  FeedbackReason,
  HandoffRequest,
  OutgoingFile,
  OutgoingMessage,
  PageAnswer,
  PageEvent,
  Rating,
  Session,
  SessionRequest,
} from './wire.ts';

interface CallOptions {
  body?: unknown;
  signal?: AbortSignal | undefined;
  lastEventId?: string | undefined;
  /** Limit for the beginning of the response. */
  limitMs?: number;
  /** A late response says nothing about the connection. */
  isSlow?: boolean;
}

/** Longer than the limit of the service. */
const transcriptionMs = 150_000;

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

/**
 * Channel API of the service for one agent. An expired token is renewed once by `renew`, which the session sets,
 * and the request is repeated.
 */
export const createService = (agentId: string) => {
  const base = `/channels/${encodeURIComponent(agentId)}`;
  let token = '';
  /** Ends requests that read with the current token. */
  let tokenEnd = new AbortController();
  let renew: (() => Promise<void>) | undefined;
  let onConnection: (isThere: boolean) => void = () => {};
  let heardAtMs = 0;

  const noteConnection = (isThere: boolean): void => {
    if (isThere) heardAtMs = Date.now();
    // One slow response says nothing while others arrive.
    else if (Date.now() - heardAtMs < silenceMs) return;
    onConnection(isThere);
  };

  const renewed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 401 || !renew) throw error;
      await renew();
      return work();
    }
  };

  const request = async (method: string, path: string, options: CallOptions = {}) => {
    const { body, signal, lastEventId, limitMs = answerMs, isSlow } = options;
    const late = new AbortController();
    const timers = [
      setTimeout(() => noteConnection(false), isSlow ? limitMs : silenceMs),
      setTimeout(() => late.abort(fellSilent()), limitMs),
    ];
    const ends = [late.signal, ...(signal ? [signal] : []), ...(method === 'GET' ? [tokenEnd.signal] : [])];
    const response = await fetch(base + path, {
      method,
      signal: AbortSignal.any(ends),
      cache: 'no-store',
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).finally(() => timers.forEach(clearTimeout));
    if (response.status < 500) noteConnection(true);
    if (response.ok) return response;
    const text = await response.text();
    throw readServiceError({
      status: response.status,
      text,
      retryAfter: response.headers.get('retry-after'),
    });
  };

  const call = <Result>(method: string, path: string, options?: CallOptions): Promise<Result> =>
    renewed(async () => (await request(method, path, options)).json() as Promise<Result>);

  const stream = async (path: string, options: CallOptions): Promise<AsyncIterable<ServerEvent>> => {
    const response = await renewed(() => request('GET', path, { ...options, limitMs: silenceMs }));
    const pieces = limitSilence(decode(response.body!), {
      onPiece: () => noteConnection(true),
      onSilence: () => noteConnection(false),
    });
    return readEvents(pieces);
  };

  const query = (parameters: Record<string, string | number | undefined>): string => {
    const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
    return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  };

  return {
    /** Sets what is called when the service answers, and when it has not answered for a while. */
    onConnection: (work: (isThere: boolean) => void) => {
      onConnection = work;
    },
    onTokenEnded: (work: () => Promise<void>) => {
      renew = work;
    },
    startSession: async (body: SessionRequest): Promise<Session> => {
      const session = (await (await request('POST', '/session', { body })).json()) as Session;
      token = session.token;
      return session;
    },
    /** When the user changes: requests that read for the previous user are aborted, requests that send are completed. */
    forgetToken: () => {
      token = '';
      tokenEnd.abort();
      tokenEnd = new AbortController();
    },
    listConversations: (before?: string) =>
      call<PageAnswer<'conversations'>>('GET', `/conversations?${query({ before, limit: 30 })}`),
    startConversation: () => call<PageAnswer<'conversation'>>('POST', '/conversations', { body: {} }),
    renameConversation: (conversationId: string, title: string) =>
      call<PageAnswer<'renamed'>>('PATCH', `/conversations/${conversationId}`, { body: { title } }),
    deleteConversation: (conversationId: string) => call('DELETE', `/conversations/${conversationId}`),
    readVersion: (messageId: string) => call<PageAnswer<'version'>>('GET', `/messages/${messageId}/version`),
    listMessages: (conversationId: string, before?: string) =>
      call<PageAnswer<'messages'>>(
        'GET',
        `/conversations/${conversationId}/messages?${query({ before, limit: 40 })}`,
      ),
    sendMessage: (
      message: OutgoingMessage,
      options: { key: string; signal: AbortSignal; onUpload(share: number): void },
    ): Promise<Posted> =>
      renewed(() =>
        postMessage({
          url: `${base}/messages`,
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': options.key,
          },
          body: JSON.stringify(message),
          signal: options.signal,
          onUpload: options.onUpload,
          onConnection: noteConnection,
        }),
      ),
    followMessage: (messageId: string, lastEventId: string, signal: AbortSignal) =>
      stream(`/messages/${messageId}/stream`, { lastEventId, signal }),
    stopMessage: (messageId: string) => call('POST', `/messages/${messageId}/stop`, { body: {} }),
    /** Takes as long as the speech engine needs. Meanwhile nothing is sent, which is no sign of a dead connection. */
    transcribe: (audio: OutgoingFile, signal: AbortSignal) =>
      call<PageAnswer<'transcription'>>('POST', '/transcriptions', {
        body: { audio },
        signal,
        limitMs: transcriptionMs,
        isSlow: true,
      }),
    citationsOf: (messageId: string) =>
      call<PageAnswer<'citations'>>('GET', `/messages/${messageId}/citations`),
    rate: (
      answerId: string,
      given: { feedback: Rating; feedbackReason: FeedbackReason | null; feedbackComment: string },
    ) =>
      call('POST', `/answers/${answerId}/feedback`, {
        body: {
          rating: given.feedback,
          reason: given.feedbackReason ?? undefined,
          comment: given.feedbackComment || undefined,
        },
      }),
    askForPerson: (body: HandoffRequest) => call<PageAnswer<'handoff'>>('POST', '/handoff', { body }),
    tellPerson: <Result>(what: string, body: object) => call<Result>('POST', `/handoff/${what}`, { body }),
    followLive: (conversationId: string, lastEventId: string | undefined, signal: AbortSignal) =>
      stream(`/live?${query({ conversation_id: conversationId })}`, { lastEventId, signal }),
    report: (name: PageEvent) => call('POST', '/events', { body: { name } }),
  };
};

export type Service = ReturnType<typeof createService>;
