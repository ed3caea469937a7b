import type { Clock } from '../../../lib/clock.ts';
import { EgressError, type SafeFetch, type SafeResponse } from '../../../lib/safe-fetch/index.ts';
import type { SkipReason } from '../source.ts';
import type { HostTurns } from './host-turns.ts';
import { crawlerName } from './robots.ts';

export interface FetchedPage {
  bytes: Buffer;
  /** Lower case, without parameters. */
  mediaType: string;
  charset: string | undefined;
  etag: string;
  lastModified: string;
  /** After redirects. */
  url: string;
}

export type FetchResult =
  | { kind: 'page'; page: FetchedPage }
  | { kind: 'unchanged' }
  | { kind: 'gone'; status: number }
  | { kind: 'skipped'; reason: SkipReason };

interface FetchPageInput {
  url: string;
  /** Of the stored page, so that the server can answer that nothing changed. */
  known: { etag: string; lastModified: string } | undefined;
  delayMs: number;
  signal: AbortSignal;
  accept?: string;
}

const mb = 1024 * 1024;
export const maxPageMb = 10;
/** Other files, such as PDF. */
const maxFileMb = 30;
const maxRedirects = 5;
const longestPauseMs = 60_000;
const attempts = 3;

export const crawlerHeaders = { 'user-agent': `${crawlerName} (knowledge source)` };

const isPage = (mediaType: string): boolean =>
  mediaType === '' || mediaType.startsWith('text/') || /html|xml/.test(mediaType);

const headerOf = ({ headers }: SafeResponse, name: string): string => {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value)?.slice(0, 500) ?? '';
};

const skipped = (code: SkipReason['code'], detail: string): FetchResult => ({
  kind: 'skipped',
  reason: { code, detail },
});

const skippedBy = (error: EgressError): FetchResult => {
  if (error.reason === 'too-large') return skipped('too-large', `more than ${maxFileMb} MB`);
  if (error.reason === 'redirect') return skipped('redirect', error.message);
  return skipped('unreachable', error.message);
};

/** Reads at most the limit of its type. The rest is not downloaded. */
const readBody = async (response: SafeResponse, mediaType: string): Promise<Buffer | undefined> => {
  const limit = (isPage(mediaType) ? maxPageMb : maxFileMb) * mb;
  if (Number(response.headers['content-length']) > limit) {
    await response.discard();
    return undefined;
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body) {
    size += piece.length;
    // Leaving the loop closes the connection.
    if (size > limit) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
};

/** `Retry-After` in milliseconds: seconds or a date, at most a minute. */
const pauseOf = (response: SafeResponse, clock: Clock): number => {
  const text = headerOf(response, 'retry-after');
  const seconds = Number(text);
  const pauseMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - clock.nowMs();
  return Math.min(longestPauseMs, Math.max(1000, pauseMs || 1000));
};

const isBusy = ({ status }: SafeResponse): boolean => status === 429 || status === 503;

/** Fetches one page politely: not more often than its host allows, and only if it has changed. */
export const createFetchPage = ({
  fetch,
  turns,
  clock,
}: {
  fetch: SafeFetch;
  turns: HostTurns;
  clock: Clock;
}) => {
  const request = async ({ url, known, signal, accept }: FetchPageInput): Promise<SafeResponse> =>
    fetch(url, {
      headers: {
        ...crawlerHeaders,
        accept: accept ?? 'text/html,application/xhtml+xml,text/*;q=0.9,application/pdf;q=0.8,*/*;q=0.5',
        ...(known?.etag ? { 'if-none-match': known.etag } : {}),
        ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
      },
      redirects: maxRedirects,
      maxBytes: maxFileMb * mb,
      connectTimeoutMs: 10_000,
      totalTimeoutMs: 60_000,
      signal,
    });

  const resultOf = async (response: SafeResponse): Promise<FetchResult> => {
    const { status } = response;
    if (status === 304) {
      await response.discard();
      return { kind: 'unchanged' };
    }
    if (status < 200 || status > 299) {
      await response.discard();
      return status === 404 || status === 410 ? { kind: 'gone', status } : skipped('status', String(status));
    }
    const [type = '', ...parameters] = headerOf(response, 'content-type').toLowerCase().split(';');
    const mediaType = type.trim();
    const bytes = await readBody(response, mediaType);
    if (!bytes) return skipped('too-large', `more than ${isPage(mediaType) ? maxPageMb : maxFileMb} MB`);
    const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([\w.:-]+)/.exec(one)?.[1]).find(Boolean);
    return {
      kind: 'page',
      page: {
        bytes,
        mediaType,
        charset,
        etag: headerOf(response, 'etag'),
        lastModified: headerOf(response, 'last-modified'),
        url: response.url,
      },
    };
  };

  return async (input: FetchPageInput): Promise<FetchResult> => {
    const host = URL.parse(input.url)?.host ?? '';
    for (let attempt = 1; ; attempt += 1) {
      const result = await turns.run(host, input, async (): Promise<FetchResult | 'again'> => {
        try {
          const response = await request(input);
          if (!isBusy(response) || attempt >= attempts) return await resultOf(response);
          turns.pause(host, pauseOf(response, clock));
          await response.discard();
          return 'again';
        } catch (error) {
          if (error instanceof EgressError) return skippedBy(error);
          throw error;
        }
      });
      if (result !== 'again') return result;
    }
  };
};

export type FetchPage = ReturnType<typeof createFetchPage>;
