import type { Clock } from '../../../../lib/clock.ts';
import type { FairOwner } from '../../../../lib/fair-queue.ts';
import type { S3Listing } from '../../../../lib/s3/read-s3-answer.ts';
import { s3Problem } from '../../../../lib/s3/s3-problem.ts';
import { createS3Requests } from '../../../../lib/s3/s3-requests.ts';
import { EgressError, type SafeFetch, type SafeResponse } from '../../../../lib/safe-fetch/index.ts';
import { inOrder } from '../../../documents/in-order.ts';
import { type CrawlWork, CrawlWorkError } from '../../crawl/crawl-work.ts';
import { crawlerHeaders } from '../../crawl/fetch-page.ts';
import type { S3Connection, SourceCredentials } from '../../source.ts';
import { SourceError } from '../../source-reader.ts';
import { tooLarge } from '../file-limits.ts';
import {
  type FileResult,
  type FileStore,
  type ListedEntry,
  nameProblem,
  shownPath,
  type WantedFile,
} from '../file-store.ts';

interface S3Dependencies {
  fetch: SafeFetch;
  work: CrawlWork;
  clock: Clock;
}

interface S3Place {
  /** Endpoint without a path. */
  url: string;
  connection: S3Connection;
  credentials: SourceCredentials | undefined;
  owner: FairOwner;
  signal: AbortSignal;
}

const readAtOnce = 4;
/** A listing has 1,000 objects. Of a part that a server repeats or leaves empty, not more are requested. */
const mostRequests = 1000;
const maxListingBytes = 8 * 1024 * 1024;
const maxErrorBytes = 64 * 1024;
const pausesMs = [1000, 4000];

/** ETag, size and time. The time of an answer has no fractions of a second. */
const versionOf = ({ etag, sizeBytes, modifiedMs }: S3Listing['objects'][number]): string =>
  `${etag} ${sizeBytes} ${Math.floor(modifiedMs / 1000)}`;

const textOf = (value: string | string[] | undefined): string => String(value ?? '');

/** The objects below a prefix of a bucket, with ListObjectsV2 and GetObject. */
export const createOpenS3Store =
  ({ fetch, work, clock }: S3Dependencies) =>
  ({ url, connection, credentials, owner, signal }: S3Place): FileStore => {
    const { bucket, prefix, region, isPathStyle } = connection;
    /** Paths of files are relative to the last folder of the prefix. */
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    const request = createS3Requests({
      fetch,
      clock,
      place: { endpoint: url, bucket, region, isPathStyle },
      credentials: credentials && {
        accessKeyId: credentials.user,
        secretAccessKey: credentials.secret,
      },
      headers: crawlerHeaders,
      pausesMs,
    });
    const call = (wanted: { key?: string; query?: Record<string, string>; maxBytes: number }) => {
      const { maxBytes, ...rest } = wanted;
      return request({ ...rest, signal, limits: { maxBytes, totalTimeoutMs: 120_000 } });
    };

    const problemOf = async (response: SafeResponse): Promise<string> => {
      const text = (await response.text({ truncate: true })).slice(0, maxErrorBytes);
      const error = await work
        .call(owner, 'readS3Error', { text })
        .catch(() => ({ code: '', message: '', region: '' }));
      return s3Problem({
        status: response.status,
        error,
        bucket,
        hasCredentials: credentials !== undefined,
        permissions: ['s3:ListBucket', 's3:GetObject'],
      });
    };

    const listPart = async (token: string | undefined): Promise<S3Listing> => {
      const query = {
        'list-type': '2',
        'encoding-type': 'url',
        'max-keys': '1000',
        ...(prefix === '' ? {} : { prefix }),
        ...(token === undefined ? {} : { 'continuation-token': token }),
      };
      try {
        const response = await call({ query, maxBytes: maxListingBytes });
        if (response.status !== 200) throw new SourceError(await problemOf(response));
        const listing = await work.call(owner, 'readS3Listing', { text: await response.text() });
        if (!listing) throw new SourceError('The endpoint did not answer with a listing of S3');
        return listing;
      } catch (error) {
        if (error instanceof EgressError && error.reason === 'redirect')
          throw new SourceError(`${error.message}. Use the endpoint of the bucket's region`, {
            cause: error,
          });
        if (error instanceof EgressError || error instanceof CrawlWorkError)
          throw new SourceError(error.message, { cause: error });
        throw error;
      }
    };

    const entryOf = (object: S3Listing['objects'][number]): ListedEntry | undefined => {
      // Consoles create empty objects to show folders.
      if (object.key.endsWith('/')) return undefined;
      const path = object.key.slice(folder.length);
      const reason = nameProblem(path);
      return reason
        ? { path: shownPath(path), reason }
        : { path, version: versionOf(object), sizeBytes: object.sizeBytes };
    };

    async function* list(): AsyncGenerator<ListedEntry[]> {
      const tokens = new Set<string>();
      for (let token: string | undefined; ; ) {
        const { objects, nextToken } = await listPart(token);
        yield objects
          .filter(({ key }) => key.startsWith(prefix))
          .map(entryOf)
          .filter((entry) => entry !== undefined);
        if (nextToken === undefined) return;
        if (nextToken === '' || tokens.has(nextToken) || tokens.size >= mostRequests)
          throw new SourceError('The storage repeats parts of the listing, so it cannot be read completely');
        tokens.add(nextToken);
        token = nextToken;
      }
    }

    const fileOf = async (response: SafeResponse, maxBytes: number): Promise<FileResult> => {
      const { status, headers } = response;
      if (status === 404) {
        await response.discard();
        return { kind: 'gone' };
      }
      if (status !== 200) {
        await response.discard();
        return { kind: 'skipped', reason: { code: 'status', detail: String(status) } };
      }
      if (Number(headers['content-length']) > maxBytes) {
        await response.discard();
        return { kind: 'skipped', reason: tooLarge(maxBytes) };
      }
      const bytes = await response.bytes();
      // The object may have changed since it was listed.
      const version = versionOf({
        key: '',
        etag: textOf(headers.etag).replaceAll('"', ''),
        sizeBytes: Number(headers['content-length'] ?? bytes.length),
        modifiedMs: Date.parse(textOf(headers['last-modified'])) || 0,
      });
      return { kind: 'file', bytes, version };
    };

    const read = async ({ path, maxBytes }: WantedFile): Promise<FileResult> => {
      try {
        return await fileOf(await call({ key: `${folder}${path}`, maxBytes }), maxBytes);
      } catch (error) {
        if (!(error instanceof EgressError)) throw error;
        if (error.reason === 'too-large') return { kind: 'skipped', reason: tooLarge(maxBytes) };
        return { kind: 'skipped', reason: { code: 'unreachable', detail: error.message } };
      }
    };

    return { list, read: (files) => inOrder(files, readAtOnce, read) };
  };
