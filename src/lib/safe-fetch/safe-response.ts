import { open, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { decodedBody } from './decoded-body.ts';
import { EgressError } from './egress-error.ts';
import { shownHost } from './egress-failure.ts';
import type { Exchange } from './exchange.ts';

export interface SafeResponse {
  status: number;
  /** Lower-case names. */
  headers: IncomingHttpHeaders;
  /** URL of the response, after redirects. */
  url: string;
  /** From a private address that only the installation may call: its text must not be shown to workspace members. */
  isInternal: boolean;
  /** Readable once. Throws `too-large` after `maxBytes`, `timeout` after the total time. */
  body: AsyncIterable<Uint8Array>;
  bytes(): Promise<Buffer>;
  /** `truncate` returns the first `maxBytes` instead of throwing `too-large`. */
  text(options?: { truncate?: boolean }): Promise<string>;
  json(): Promise<unknown>;
  /** Writes a new file (mode 0600). An existing file is an error. A failed download leaves no file. */
  toFile(path: string): Promise<{ sizeBytes: number }>;
  /** For callers that only need status and headers. Closes the connection if the body is incomplete. */
  discard(): Promise<void>;
}

interface ResponseSource {
  url: URL;
  method: string;
  maxBytes: number;
  isInternal: boolean;
}

export const createSafeResponse = (
  { status, headers, stream }: Exchange,
  { url, method, maxBytes, isInternal }: ResponseSource,
): SafeResponse => {
  const host = url.host;
  let used = false;

  const openBody = (): AsyncIterable<Uint8Array> => {
    if (used) throw new TypeError('The body was read already');
    used = true;
    const encoding = headers['content-encoding'];
    if (encoding === undefined || encoding === '' || encoding === 'identity') return stream;
    return decodedBody(stream, encoding, { host, maxBytes });
  };

  /** A declared length above the limit is rejected without reading. */
  const refuseAnnounced = (): void => {
    if (method === 'HEAD' || !(Number(headers['content-length']) > maxBytes)) return;
    used = true;
    void stream.return();
    throw new EgressError('too-large', `${shownHost(host)} sent more than ${maxBytes} bytes`, { status });
  };

  const body: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]() {
      refuseAnnounced();
      return openBody()[Symbol.asyncIterator]();
    },
  };

  const collect = async (source: AsyncIterable<Uint8Array>, truncate: boolean): Promise<Buffer> => {
    const chunks: Uint8Array[] = [];
    try {
      for await (const chunk of source) chunks.push(chunk);
    } catch (error) {
      if (!truncate || !(error instanceof EgressError) || error.reason !== 'too-large') throw error;
    }
    const only = chunks[0];
    return chunks.length === 1 && Buffer.isBuffer(only) ? only : Buffer.concat(chunks);
  };

  const bytes = (): Promise<Buffer> => collect(body, false);

  const toFile = async (path: string): Promise<{ sizeBytes: number }> => {
    const handle = await open(path, 'wx', 0o600);
    try {
      const sink = handle.createWriteStream();
      await pipeline(body, sink);
      return { sizeBytes: sink.bytesWritten };
    } catch (error) {
      await handle.close().catch(() => {});
      await rm(path, { force: true });
      throw error;
    }
  };

  return {
    status,
    headers,
    url: url.href,
    isInternal,
    body,
    bytes,
    text: async ({ truncate = false } = {}) =>
      (await collect(truncate ? openBody() : body, truncate)).toString('utf8'),
    json: async () => {
      const text = (await bytes()).toString('utf8');
      try {
        return JSON.parse(text);
      } catch {
        // The message of the parser quotes the body.
        throw new EgressError('unreachable', `${shownHost(host)} did not answer with JSON`, { status });
      }
    },
    toFile,
    discard: async () => {
      used = true;
      await stream.return();
    },
  };
};
