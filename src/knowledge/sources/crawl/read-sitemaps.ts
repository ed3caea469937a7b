import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { EgressError, type SafeFetch } from '../../../lib/safe-fetch/index.ts';
import { crawlerHeaders } from './fetch-page.ts';
import { longestUrl } from './select-urls.ts';

interface SitemapLimits {
  /** URLs read from all sitemaps. */
  maxUrls: number;
  signal: AbortSignal;
}

export interface Sitemaps {
  urls: string[];
  /** Sitemaps that could not be read, or not completely, with the reason. */
  problems: { url: string; detail: string }[];
}

/** The limits of the sitemap protocol: 50,000 URLs and 50 MB, unpacked. */
const maxUrlsOfFile = 50_000;
const maxFileBytes = 50 * 1024 * 1024;
/** Sitemaps that an index names, at any level. */
const maxFiles = 200;
const maxLevels = 3;
/** For all sitemaps of a source. */
const totalTimeoutMs = 120_000;
/** Parsed at once: about a millisecond. */
const pieceBytes = 64 * 1024;

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

async function* withFirst(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Unpacks .gz files, which servers send without Content-Encoding. */
const unpacked = async (body: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> => {
  const iterator = body[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return Readable.from([]);
  const whole = withFirst(first.value, iterator);
  return isGzip(first.value) ? pipeline(Readable.from(whole), createGunzip(), () => {}) : whole;
};

interface Entry {
  url: string;
  isSitemap: boolean;
}

/** Finds `<url><loc>` and `<sitemap><loc>`. Nothing else is kept in memory. */
const createEntryParser = (onEntry: (entry: Entry) => void) => {
  let parent = '';
  let text: string | undefined;
  return new Parser(
    {
      onopentag: (name) => {
        if (name === 'url' || name === 'sitemap') parent = name;
        else if (name === 'loc' && parent !== '') text = '';
      },
      ontext: (part) => {
        if (text !== undefined && text.length <= longestUrl) text += part;
      },
      onclosetag: (name) => {
        if (name === 'loc' && text !== undefined) {
          const url = text.trim();
          if (url && url.length <= longestUrl) onEntry({ url, isSitemap: parent === 'sitemap' });
          text = undefined;
        } else if (name === parent) parent = '';
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
};

/** Reads sitemaps and the sitemaps that they name, as a stream, so that a huge file does not fill the memory. */
export const readSitemaps = async (
  fetch: SafeFetch,
  starts: readonly string[],
  { maxUrls, signal }: SitemapLimits,
): Promise<Sitemaps> => {
  const urls = new Set<string>();
  const problems: Sitemaps['problems'] = [];
  const seen = new Set(starts);
  const deadlineMs = performance.now() + totalTimeoutMs;

  const readFile = async (url: string): Promise<string[]> => {
    const found: string[] = [];
    let count = 0;
    let isFull = false;
    const parser = createEntryParser((entry) => {
      isFull ||= count >= maxUrlsOfFile || urls.size >= maxUrls || found.length > maxFiles;
      if (isFull) return;
      count += 1;
      if (entry.isSitemap) found.push(entry.url);
      else urls.add(entry.url);
    });
    const response = await fetch(url, {
      headers: crawlerHeaders,
      redirects: 5,
      maxBytes: maxFileBytes,
      totalTimeoutMs: Math.max(1, deadlineMs - performance.now()),
      signal,
    });
    if (response.status !== 200) {
      await response.discard();
      // Most sites have no sitemap, which is no problem.
      if (response.status !== 404 && response.status !== 410)
        problems.push({ url, detail: `answered with status ${response.status}` });
      return [];
    }
    const decoder = new TextDecoder();
    let size = 0;
    for await (const bytes of await unpacked(response.body)) {
      size += bytes.length;
      for (let at = 0; at < bytes.length; at += pieceBytes)
        parser.write(decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true }));
      if (isFull || size > maxFileBytes) break;
    }
    if (isFull || size > maxFileBytes)
      problems.push({ url, detail: `only its first ${count.toLocaleString('en')} entries were read` });
    return found;
  };

  let level = [...starts];
  for (let depth = 0; depth < maxLevels && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const url of level) {
      if (urls.size >= maxUrls || performance.now() > deadlineMs) break;
      try {
        for (const found of await readFile(url)) {
          if (seen.has(found) || seen.size >= maxFiles) continue;
          seen.add(found);
          next.push(found);
        }
      } catch (error) {
        if (signal.aborted) throw error;
        const detail = error instanceof EgressError ? error.message : 'it is damaged';
        problems.push({ url, detail });
      }
    }
    level = next;
  }
  return { urls: [...urls], problems };
};
