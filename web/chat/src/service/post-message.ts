import { answerMs, fellSilent, silenceMs } from './limit-silence.ts';
import { readServiceError } from './service-error.ts';

export interface Posted {
  conversationId: string | null;
  /** The response when a person answers instead of the agent. */
  handedOver: unknown;
  /** The reply's event stream. */
  pieces: AsyncIterable<string>;
}

interface PostOptions {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
  /** From 0 to 1. */
  onUpload(share: number): void;
  /** Called when the service answers, and when it does not. */
  onConnection(isThere: boolean): void;
}

/** Received text as chunks that can be awaited. */
const createPieces = () => {
  let wake = Promise.withResolvers<void>();
  let isDone = false;
  let error: Error | undefined;
  let text = '';
  let given = 0;
  const signal = () => {
    wake.resolve();
    wake = Promise.withResolvers();
  };
  async function* read(): AsyncGenerator<string> {
    for (;;) {
      const piece = text.slice(given);
      given = text.length;
      if (piece) yield piece;
      else if (error) throw error;
      else if (isDone) return;
      else await wake.promise;
    }
  }
  return {
    read,
    receive: (whole: string) => {
      text = whole;
      signal();
    },
    end: (reason?: Error) => {
      isDone = true;
      error ??= reason;
      signal();
    },
  };
};

/**
 * Posts a message and resolves when the response starts. Uses XMLHttpRequest because fetch does not report upload
 * progress. The response is read while it arrives.
 */
export const postMessage = (options: PostOptions): Promise<Posted> =>
  new Promise((resolve, reject) => {
    const { url, headers, body, signal, onUpload, onConnection } = options;
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const pieces = createPieces();
    const isStream = () =>
      request.getResponseHeader('content-type')?.startsWith('text/event-stream') ?? false;
    const conversationId = () => request.getResponseHeader('x-conversation-id');

    const fail = (error: Error) => {
      pieces.end(error);
      reject(error);
    };
    let timers: ReturnType<typeof setTimeout>[] = [];
    const stopTimers = () => timers.forEach(clearTimeout);
    /** Called when data was sent or received. Until the response begins, the service may need longer. */
    const stir = (limitMs: number) => {
      stopTimers();
      timers = [
        setTimeout(() => onConnection(false), silenceMs),
        setTimeout(() => {
          fail(fellSilent());
          request.abort();
        }, limitMs),
      ];
    };
    /** Called when the service sent something. */
    const hear = () => {
      stir(silenceMs);
      onConnection(true);
    };
    request.onloadend = stopTimers;
    request.upload.onprogress = ({ loaded, total }) => {
      stir(answerMs);
      onUpload(total ? loaded / total : 0);
    };
    request.onreadystatechange = () => {
      if (request.readyState === XMLHttpRequest.HEADERS_RECEIVED && request.status < 500) hear();
      if (request.readyState === XMLHttpRequest.HEADERS_RECEIVED && request.status === 200 && isStream())
        resolve({ conversationId: conversationId(), handedOver: undefined, pieces: pieces.read() });
    };
    request.onprogress = () => {
      if (request.status < 500) hear();
      if (isStream()) pieces.receive(request.responseText);
    };
    request.onload = () => {
      const { status, responseText: text } = request;
      if (status >= 400)
        return fail(readServiceError({ status, text, retryAfter: request.getResponseHeader('retry-after') }));
      if (!isStream())
        return resolve({
          conversationId: conversationId(),
          handedOver: JSON.parse(text),
          pieces: pieces.read(),
        });
      pieces.receive(text);
      pieces.end();
    };
    request.onerror = () => fail(new TypeError('The connection broke'));
    request.onabort = () => fail(new DOMException('Given up', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });

    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    stir(answerMs);
    request.send(body);
  });
