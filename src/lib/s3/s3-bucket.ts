import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import {
  EgressError,
  type SafeFetch,
  type SafeFetchOptions,
  type SafeResponse,
} from '../safe-fetch/index.ts';
import {
  readS3Error,
  readS3Field,
  readS3Listing,
  readS3Uploads,
  type S3Listing,
  type S3Uploads,
} from './read-s3-answer.ts';
import { s3Problem } from './s3-problem.ts';
import { createS3Requests, type S3Place, type S3Request } from './s3-requests.ts';
import { S3StorageError } from './s3-storage-error.ts';
import type { SigningKey } from './sign-request.ts';

export interface S3BucketSettings extends S3Place {
  credentials: Pick<SigningKey, 'accessKeyId' | 'secretAccessKey'>;
}

/** One call, with its repetitions. */
export interface S3Call {
  operation: string;
  /** Status of the response, or why there was none. */
  outcome: string;
  durationMs: number;
}

interface S3BucketDependencies {
  fetch: SafeFetch;
  clock: Clock;
  settings: S3BucketSettings;
  onCall?(call: S3Call): void;
}

export interface S3Body {
  bytes: Uint8Array;
  /** In hex. The storage refuses other bytes. */
  sha256: string;
}

const permissions = ['s3:ListBucket', 's3:GetObject', 's3:PutObject', 's3:DeleteObject'];
const pausesMs = [200, 1000];
const mostListed = 1000;
/** How often a download continues after it broke off without a byte in between. */
const mostBreaks = 3;
const breakPauseMs = 200;
const connectTimeoutMs = 5_000;
const maxAnswerBytes = 8 * 1024 * 1024;
const callLimits = { connectTimeoutMs, headersTimeoutMs: 30_000, totalTimeoutMs: 60_000 };
/** A part of 8 MB at 30 KB/s. */
const uploadLimits = { connectTimeoutMs, headersTimeoutMs: 300_000, totalTimeoutMs: 300_000 };
/** A download lasts as long as its reader, who is disconnected if they do not read. */
const downloadLimits = {
  connectTimeoutMs,
  headersTimeoutMs: 30_000,
  idleTimeoutMs: 60_000,
  totalTimeoutMs: 24 * 60 * 60 * 1000,
  // Each slow reader holds this much.
  bufferBytes: 32 * 1024,
};

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Not a redirect or an address that is not allowed: those do not change by themselves. */
const isRepeatable = (error: unknown): boolean =>
  error instanceof EgressError && (error.reason === 'unreachable' || error.reason === 'timeout');

/** The operations on the service's own bucket. Each throws an `S3StorageError`. */
export const createS3Bucket = ({ fetch, clock, settings, onCall = () => {} }: S3BucketDependencies) => {
  const { bucket, credentials } = settings;
  const trusted: SafeFetch = Object.assign(
    // The operator configured this server, so it may have a private address.
    (url: string | URL, options?: SafeFetchOptions) => fetch(url, { ...options, trusted: true }),
    fetch,
  );
  const request = createS3Requests({
    fetch: trusted,
    clock,
    place: settings,
    credentials,
    pausesMs,
    isRepeatable,
  });

  const unreachable = (error: EgressError): S3StorageError =>
    new S3StorageError(
      'unreachable',
      error.reason === 'redirect'
        ? `${error.message}. Use the endpoint of the bucket's region`
        : error.message,
      { cause: error },
    );

  const failureOf = async (response: SafeResponse): Promise<S3StorageError> => {
    const { status } = response;
    const text = await response.text({ truncate: true }).catch(() => '');
    let error = { code: '', message: '', region: '' };
    try {
      error = readS3Error({ text });
    } catch {
      // Not XML: the status says enough.
    }
    const isMissing = status === 404 && error.code !== 'NoSuchBucket';
    return new S3StorageError(
      isMissing ? 'missing' : 'refused',
      s3Problem({ status, error, bucket, hasCredentials: true, permissions }),
    );
  };

  /** @returns the response if its status is one of these. */
  const call = async (
    operation: string,
    wanted: S3Request,
    statuses: readonly number[] = [200],
  ): Promise<SafeResponse> => {
    const startedMs = performance.now();
    const report = (outcome: string): void =>
      onCall({ operation, outcome, durationMs: performance.now() - startedMs });
    let response: SafeResponse;
    try {
      response = await request({
        ...wanted,
        limits: { maxBytes: maxAnswerBytes, ...callLimits, ...wanted.limits },
      });
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      report(error.reason);
      throw unreachable(error);
    }
    report(String(response.status));
    if (statuses.includes(response.status)) return response;
    throw await failureOf(response);
  };

  const textOf = async (response: SafeResponse): Promise<string> => {
    try {
      return await response.text();
    } catch (error) {
      throw error instanceof EgressError ? unreachable(error) : error;
    }
  };

  const etagOf = async (response: SafeResponse): Promise<string> => {
    await response.discard();
    return String(response.headers.etag ?? '');
  };

  const read = <Answer>(readAnswer: () => Answer | undefined): Answer => {
    let answer: Answer | undefined;
    try {
      answer = readAnswer();
    } catch {
      // Broken XML, or too much of it.
    }
    if (answer === undefined)
      throw new S3StorageError('refused', 'The endpoint does not answer like an S3 storage');
    return answer;
  };

  const size = async (key: string): Promise<number | undefined> => {
    const response = await call('HeadObject', { method: 'HEAD', key }, [200, 404]);
    await response.discard();
    return response.status === 404 ? undefined : Number(response.headers['content-length']);
  };

  /** The response from `first` on. A server that ignores ranges sends everything. */
  const open = async (key: string, first: number, last: number): Promise<SafeResponse> => {
    const response = await call(
      'GetObject',
      {
        key,
        headers: { range: `bytes=${first}-${last}` },
        limits: { ...downloadLimits, maxBytes: last - first + 1 },
      },
      first === 0 ? [200, 206] : [206],
    );
    return response;
  };

  /** The bytes from `first` to `last`, inclusive. A connection that breaks is opened again at the same byte. */
  async function* get(key: string, first: number, last: number): AsyncGenerator<Uint8Array, void, void> {
    let breaks = 0;
    for (let next = first; next <= last; ) {
      const response = await open(key, next, last);
      let failure: EgressError | undefined;
      try {
        for await (const piece of response.body) {
          breaks = 0;
          next += piece.length;
          yield piece;
        }
      } catch (error) {
        if (!(error instanceof EgressError)) throw error;
        failure = error;
      }
      if (next > last) return;
      if (failure === undefined || failure.reason === 'too-large')
        throw new S3StorageError('damaged', 'The object has another size than expected');
      breaks += 1;
      if (breaks > mostBreaks) throw unreachable(failure);
      await delay(breakPauseMs);
    }
  }

  const complete = async (key: string, uploadId: string, etags: readonly string[]): Promise<void> => {
    const parts = etags.map(
      (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    const response = await call('CompleteMultipartUpload', {
      method: 'POST',
      key,
      query: { uploadId },
      headers: { 'content-type': 'application/xml' },
      body,
      bodySha256: createHash('sha256').update(body).digest('hex'),
      limits: uploadLimits,
    });
    // The status is sent before the parts are joined, so an error may follow it.
    const text = await textOf(response);
    if (read(() => readS3Field(text, 'CompleteMultipartUploadResult/ETag')) === '')
      throw new S3StorageError('refused', 'The storage did not complete the upload');
  };

  return {
    put: async (key: string, { bytes, sha256 }: S3Body): Promise<void> => {
      const wanted = { method: 'PUT', key, body: bytes, bodySha256: sha256, limits: uploadLimits };
      await (await call('PutObject', wanted)).discard();
    },
    get,
    /** Undefined if there is no such object. */
    size,
    /** Removing an object that does not exist succeeds. */
    remove: async (key: string): Promise<void> => {
      await (await call('DeleteObject', { method: 'DELETE', key }, [200, 204, 404])).discard();
    },
    /** In the order of their keys. `token` is that of the page before. `limit` is at most 1,000. */
    list: async (
      prefix: string,
      { token, limit = mostListed }: { token?: string | undefined; limit?: number } = {},
    ): Promise<S3Listing> => {
      const query = {
        'list-type': '2',
        'encoding-type': 'url',
        'max-keys': String(limit),
        prefix,
        ...(token === undefined ? {} : { 'continuation-token': token }),
      };
      const text = await textOf(await call('ListObjectsV2', { query }));
      return read(() => readS3Listing({ text }));
    },
    startUpload: async (key: string): Promise<string> => {
      const response = await call('CreateMultipartUpload', { method: 'POST', key, query: { uploads: '' } });
      const text = await textOf(response);
      return read(() => readS3Field(text, 'InitiateMultipartUploadResult/UploadId') || undefined);
    },
    /** @returns the ETag, which completes the upload. */
    putPart: async (
      key: string,
      { uploadId, number, bytes, sha256 }: S3Body & { uploadId: string; number: number },
    ): Promise<string> =>
      etagOf(
        await call('UploadPart', {
          method: 'PUT',
          key,
          query: { partNumber: String(number), uploadId },
          body: bytes,
          bodySha256: sha256,
          limits: uploadLimits,
        }),
      ),
    /** With the ETags of all parts in order. */
    completeUpload: complete,
    abortUpload: async (key: string, uploadId: string): Promise<void> => {
      const wanted = { method: 'DELETE', key, query: { uploadId } };
      await (await call('AbortMultipartUpload', wanted, [200, 204, 404])).discard();
    },
    listUploads: async (
      prefix: string,
      { after, limit = mostListed }: { after?: S3Uploads['next']; limit?: number } = {},
    ): Promise<S3Uploads> => {
      const query = {
        uploads: '',
        'encoding-type': 'url',
        'max-uploads': String(limit),
        prefix,
        ...(after === undefined ? {} : { 'key-marker': after.key, 'upload-id-marker': after.uploadId }),
      };
      const text = await textOf(await call('ListMultipartUploads', { query }));
      return read(() => readS3Uploads({ text }));
    },
  };
};

export type S3Bucket = ReturnType<typeof createS3Bucket>;
