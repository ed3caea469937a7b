import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { SafeFetch, SafeFetchOptions, SafeResponse } from '../safe-fetch/index.ts';
import { encodeKey, encodeQuery, type SigningKey, signRequest } from './sign-request.ts';

/** A bucket and how it is addressed. */
export interface S3Place {
  /** Endpoint without a path. */
  endpoint: string;
  bucket: string;
  region: string;
  /** The bucket is in the path, otherwise in the host name. */
  isPathStyle: boolean;
}

export interface S3Request extends Pick<SafeFetchOptions, 'method' | 'signal'> {
  /** Absent: the bucket itself. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Of the body, in hex. */
  bodySha256?: string;
  limits?: Omit<SafeFetchOptions, 'method' | 'headers' | 'body' | 'signal'>;
}

interface S3RequestsDependencies {
  fetch: SafeFetch;
  clock: Clock;
  place: S3Place;
  /** Absent: requests are not signed. */
  credentials: Pick<SigningKey, 'accessKeyId' | 'secretAccessKey'> | undefined;
  /** Of every request, beside those of the signature. */
  headers?: Record<string, string>;
  /** Pauses before a request is repeated. Their number is the number of repetitions. */
  pausesMs: readonly number[];
  /** Whether a request that got no response is repeated. */
  isRepeatable?(error: unknown): boolean;
}

const isBusy = (status: number): boolean => status === 429 || status >= 500;

/** Signed requests to one bucket. A busy storage is asked again. */
export const createS3Requests = ({
  fetch,
  clock,
  place: { endpoint, bucket, region, isPathStyle },
  credentials,
  headers: ownHeaders = {},
  pausesMs,
  isRepeatable = () => false,
}: S3RequestsDependencies) => {
  const { origin, protocol, host } = new URL(endpoint);
  const root = isPathStyle ? `${origin}/${encodeKey(bucket)}` : `${protocol}//${bucket}.${host}`;

  const urlOf = (key: string | undefined, query: Record<string, string>): URL => {
    const path = key === undefined ? (isPathStyle ? '' : '/') : `/${encodeKey(key)}`;
    const search = encodeQuery(query);
    return new URL(`${root}${path}${search === '' ? '' : `?${search}`}`);
  };

  return async (request: S3Request): Promise<SafeResponse> => {
    const { method = 'GET', key, query = {}, headers = {}, body, bodySha256, signal, limits } = request;
    const url = urlOf(key, query);
    for (let attempt = 0; ; attempt += 1) {
      // Signed for each attempt, because a signature is valid for a few minutes.
      const signed = credentials
        ? signRequest({ method, url, headers, bodySha256 }, { ...credentials, region }, clock.nowMs())
        : headers;
      const pauseMs = pausesMs[attempt];
      try {
        const response = await fetch(url, {
          ...limits,
          method,
          headers: { ...ownHeaders, ...signed },
          ...(body === undefined ? {} : { body }),
          ...(signal === undefined ? {} : { signal }),
        });
        if (!isBusy(response.status) || pauseMs === undefined) return response;
        await response.discard();
      } catch (error) {
        if (pauseMs === undefined || !isRepeatable(error)) throw error;
      }
      await delay(pauseMs, undefined, { signal });
    }
  };
};
