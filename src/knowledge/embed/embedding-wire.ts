import type { Clock } from '../../lib/clock.ts';
import type { SafeFetchOptions, SafeResponse } from '../../lib/safe-fetch/index.ts';
import { EgressError } from '../../lib/safe-fetch/index.ts';
import { ModelError, retryAfterOf } from '../../models/index.ts';
import { toUnitLength } from './unit-length.ts';

/** One request of the OpenAI-compatible `/embeddings` API. */

/** The part of `SafeFetch` in use, so that tests need no complete response. */
export type EmbeddingFetch = (
  url: string,
  options: SafeFetchOptions,
) => Promise<Pick<SafeResponse, 'status' | 'headers' | 'text'>>;

export interface EmbeddingCall {
  url: string;
  apiKey: string | undefined;
  model: string;
  /** Requested from the server if set. Otherwise the server's default. */
  dimensions: number | undefined;
  timeoutMs: number;
  clock: Clock;
}

/** A host without a path means version 1. A path is used as written. */
export const embeddingsUrl = (baseUrl: string): string => {
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/+$/, '') || '/v1';
  url.pathname = path.endsWith('/embeddings') ? path : `${path}/embeddings`;
  return url.href;
};

const failureOf = (
  { status, headers }: Pick<SafeResponse, 'status' | 'headers'>,
  nowMs: number,
): ModelError => {
  const kind = status === 429 ? 'rate-limited' : status >= 500 ? 'server-error' : 'rejected';
  return new ModelError(kind, `The embedding server answered ${status}`, {
    retryAfterMs: retryAfterOf(headers, nowMs),
  });
};

/** `{data: [{index, embedding}]}` in any order: every text exactly once, finite numbers, one dimension. */
const readVectors = (body: string, count: number): Float32Array[] => {
  const garbage = (what: string) => new ModelError('garbage', `The embedding server sent ${what}`);
  let answer: { data?: unknown } | null;
  try {
    answer = JSON.parse(body) as { data?: unknown } | null;
  } catch (error) {
    throw new ModelError('garbage', 'The embedding server did not answer with JSON', { cause: error });
  }
  if (!Array.isArray(answer?.data) || answer.data.length !== count)
    throw garbage('a wrong number of vectors');
  const vectors = new Array<Float32Array | undefined>(count).fill(undefined);
  for (const [at, item] of (answer.data as { index?: unknown; embedding?: unknown }[]).entries()) {
    const index = typeof item?.index === 'number' ? item.index : at;
    const embedding = item?.embedding;
    if (!Array.isArray(embedding) || embedding.length === 0) throw garbage('an invalid vector');
    const vector = Float32Array.from(embedding as number[]);
    if (!vector.every(Number.isFinite)) throw garbage('a vector with a value that is not a number');
    if (vectors[index] !== undefined || !(index in vectors)) throw garbage('vectors with wrong indexes');
    vectors[index] = toUnitLength(vector);
  }
  const [first] = vectors;
  if (vectors.some((vector) => vector?.length !== first?.length))
    throw garbage('vectors of different dimensions');
  return vectors as Float32Array[];
};

const asModelError = (error: unknown, signal: AbortSignal): unknown => {
  if (signal.aborted || error instanceof ModelError) return error;
  if (!(error instanceof EgressError)) return error;
  const failure =
    error.reason === 'timeout' ? 'timeout' : error.reason === 'unreachable' ? 'unreachable' : 'rejected';
  return new ModelError(failure, error.message, { cause: error });
};

export const requestEmbeddings = async (
  fetch: EmbeddingFetch,
  { url, apiKey, model, dimensions, timeoutMs, clock }: EmbeddingCall,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({
        model,
        input: texts,
        encoding_format: 'float',
        ...(dimensions === undefined ? {} : { dimensions }),
      }),
      signal,
      trusted: true,
      redirects: 'refuse',
      totalTimeoutMs: timeoutMs,
      // A number of a vector takes about 12 bytes as text. Large models have a few thousand dimensions.
      maxBytes: 64 * 1024 * 1024,
    });
    const body = await response.text();
    if (response.status < 200 || response.status > 299) throw failureOf(response, clock.nowMs());
    return readVectors(body, texts.length);
  } catch (error) {
    throw asModelError(error, signal);
  }
};
