import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { type ByteQueue, createByteQueue } from './byte-queue.ts';
import { EgressError } from './egress-error.ts';
import { shownHost, toEgressError } from './egress-failure.ts';

export type RequestBody = string | Uint8Array | Readable;

export interface OutgoingRequest {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: RequestBody | undefined;
}

export interface ExchangeLimits {
  headersTimeoutMs: number;
  idleTimeoutMs: number;
  /** Rest of the total time. */
  remainingMs: number;
  maxBytes: number;
  /** Received but unread bytes above which the connection is paused. */
  bufferBytes: number | undefined;
  signal: AbortSignal | undefined;
}

export interface Exchange {
  status: number;
  headers: IncomingHttpHeaders;
  stream: ByteQueue;
}

/** A timer with a longer time would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** One request and its response, without redirects. Resolves when the headers have arrived. */
export const exchange = (
  dispatcher: Dispatcher,
  { url, method, headers, body }: OutgoingRequest,
  { headersTimeoutMs, idleTimeoutMs, remainingMs, maxBytes, bufferBytes, signal }: ExchangeLimits,
): Promise<Exchange> =>
  new Promise((resolve, reject) => {
    const host = url.host;
    let controller: Dispatcher.DispatchController | undefined;
    let stream: ByteQueue | undefined;
    let finished = false;
    let receivedBytes = 0;

    const finish = (): void => {
      finished = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const fail = (error: Error): void => {
      if (finished) return;
      finish();
      if (stream === undefined) reject(error);
      else stream.fail(error);
      controller?.abort(error);
    };
    const onAbort = (): void => fail(signal?.reason);
    const onTimeout = (): void =>
      fail(new EgressError('timeout', `${shownHost(host)} took too long to answer`));
    const timer = setTimeout(onTimeout, Math.min(remainingMs, longestTimerMs));

    if (signal?.aborted) return onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        // Aborted while the connection was being opened.
        if (finished) started.abort(new Error('given up'));
      },
      onResponseStart(_controller, status, responseHeaders) {
        if (status < 200 || finished) return;
        stream = createByteQueue({
          highWaterBytes: bufferBytes,
          onDrain: () => controller?.resume(),
          onCancel: () => {
            if (finished) return;
            finish();
            controller?.abort(new Error('not wanted'));
          },
        });
        resolve({ status, headers: responseHeaders, stream });
      },
      onResponseData(running, chunk) {
        if (finished || stream === undefined) return;
        receivedBytes += chunk.length;
        if (receivedBytes > maxBytes) {
          const kept = chunk.length - (receivedBytes - maxBytes);
          if (kept > 0) stream.push(chunk.subarray(0, kept));
          fail(new EgressError('too-large', `${shownHost(host)} sent more than ${maxBytes} bytes`));
        } else if (!stream.push(chunk)) running.pause();
      },
      onResponseEnd() {
        if (finished) return;
        finish();
        stream?.end();
      },
      onResponseError(_controller, error) {
        fail(toEgressError(host, error));
      },
    };

    try {
      dispatcher.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method: method as Dispatcher.HttpMethod,
          headers,
          body: body ?? null,
          headersTimeout: headersTimeoutMs,
          bodyTimeout: idleTimeoutMs,
        },
        handler,
      );
    } catch (error) {
      fail(toEgressError(host, error));
    }
  });
