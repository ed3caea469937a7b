import { Readable } from 'node:stream';
import type { SafeFetch, SafeFetchOptions } from './safe-fetch.ts';

const nullBodyStatuses = new Set([204, 205, 304]);

/**
 * The safe fetch with the signature of `fetch`, for libraries that accept one. Calls of the library follow
 * the same rules; the given options set the limits.
 */
export const createFetch =
  (safeFetch: SafeFetch, options: SafeFetchOptions = {}): typeof globalThis.fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const text = typeof init?.body === 'string' ? init.body : undefined;
    const stream = request.body && text === undefined ? Readable.from(request.body) : undefined;
    const response = await safeFetch(request.url, {
      ...options,
      method: request.method,
      headers: { ...Object.fromEntries(request.headers), ...options.headers },
      body: text ?? stream,
      signal: options.signal ? AbortSignal.any([options.signal, request.signal]) : request.signal,
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers)) {
      for (const each of [value ?? []].flat()) headers.append(name, each);
    }
    // The body below is already decoded.
    headers.delete('content-encoding');
    const empty = nullBodyStatuses.has(response.status) || request.method === 'HEAD';
    if (empty) await response.discard();
    return new Response(empty ? null : ReadableStream.from(response.body), {
      status: response.status,
      headers,
    });
  };
