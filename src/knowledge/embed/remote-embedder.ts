import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.ts';
import { createFairQueue, type FairTask, serviceOwner } from '../../lib/fair-queue.ts';
import { ModelError } from '../../models/index.ts';
import type { Embedders } from '../embedders.ts';
import { type Calibration, calibrate, confidenceIn, plainCalibration } from './calibration.ts';
import { type EmbeddingFetch, embeddingsUrl, requestEmbeddings } from './embedding-wire.ts';
import type { ConfidentEmbedder } from './thread-embedder.ts';

export interface RemoteEmbedderOptions {
  baseUrl: string;
  apiKey?: string | undefined;
  /** The server's name of the model. */
  name: string;
  /** Fewer dimensions than the model's default, if the server supports it. */
  dimensions?: number | undefined;
  calibration?: Calibration;
  /** Added before texts for models trained with prefixes ("query: ", "passage: "). */
  prefixes?: { query: string; passage: string };
  requestsPerMinute?: number;
  timeoutMs?: number;
  fetch: EmbeddingFetch;
  clock: Clock;
  /** Replaces waiting in tests. */
  sleep?: (forMs: number, signal: AbortSignal) => Promise<void>;
}

const textsAtOnce = 64;
/** Servers limit the tokens of a whole request. Bytes can be counted without a vocabulary. */
const bytesAtOnce = 100_000;
const tries = 5;
const firstWaitMs = 500;
const longestWaitMs = 60_000;
const requestsAtOnce = 4;

const sleepFor = async (forMs: number, signal: AbortSignal): Promise<void> => {
  await delay(forMs, undefined, { signal });
};

const isTemporary = (error: unknown): error is ModelError =>
  error instanceof ModelError &&
  ['rate-limited', 'server-error', 'unreachable', 'timeout'].includes(error.failure);

const batchesOf = (texts: readonly string[]): string[][] => {
  const batches: string[][] = [];
  let bytes = 0;
  for (const text of texts) {
    const batch = batches.at(-1);
    bytes += Buffer.byteLength(text);
    if (batch !== undefined && batch.length < textsAtOnce && bytes <= bytesAtOnce) batch.push(text);
    else {
      batches.push([text]);
      bytes = Buffer.byteLength(text);
    }
  }
  return batches;
};

/** Spaces the starts of requests evenly, so that the limit per minute is never exceeded. */
const createPace = (perMinute: number, sleep: typeof sleepFor) => {
  let nextStartMs = 0;
  return async (signal: AbortSignal): Promise<void> => {
    const nowMs = performance.now();
    const startMs = Math.max(nowMs, nextStartMs);
    nextStartMs = startMs + 60_000 / perMinute;
    if (startMs > nowMs) await sleep(startMs - nowMs, signal);
  };
};

/** Embeddings from any server with OpenAI's `/embeddings` API. */
export const createRemoteEmbedder = (options: RemoteEmbedderOptions): ConfidentEmbedder => {
  const { baseUrl, apiKey, name, dimensions, fetch, clock, prefixes, sleep = sleepFor } = options;
  const {
    calibration = plainCalibration,
    requestsPerMinute = Number.POSITIVE_INFINITY,
    timeoutMs = 60_000,
  } = options;
  const call = { url: embeddingsUrl(baseUrl), apiKey, model: name, dimensions, timeoutMs, clock };
  const queue = createFairQueue({ concurrency: requestsAtOnce });
  const pace = createPace(requestsPerMinute, sleep);
  let dimension = dimensions ?? 0;

  const requestPatiently = async (
    texts: string[],
    task: FairTask & { signal: AbortSignal },
  ): Promise<Float32Array[]> => {
    const { signal } = task;
    for (let attempt = 1; ; attempt++) {
      try {
        return await queue.run(task, async () => {
          await pace(signal);
          return requestEmbeddings(fetch, call, texts, signal);
        });
      } catch (error) {
        if (!isTemporary(error) || attempt === tries || (error.retryAfterMs ?? 0) > longestWaitMs)
          throw error;
        const backOffMs = firstWaitMs * 2 ** (attempt - 1) * (0.5 + Math.random());
        await sleep(Math.min(longestWaitMs, error.retryAfterMs ?? backOffMs), signal);
      }
    }
  };

  return {
    // For search, vectors of another length belong to another model.
    modelId: dimensions === undefined ? name : `${name}@${dimensions}`,
    /** 0 until the server has answered once, unless configured. */
    get dimension() {
      return dimension;
    },
    embed: async (texts, kind, signal, owner = serviceOwner) => {
      signal.throwIfAborted();
      // Some servers reject a whole request for one empty text.
      const inputs = texts.map((text) =>
        `${prefixes?.[kind] ?? ''}${text.trim() === '' ? '-' : text}`.toWellFormed(),
      );
      const task = { owner, isBackground: kind === 'passage', signal };
      const answers = await Promise.all(batchesOf(inputs).map((batch) => requestPatiently(batch, task)));
      const vectors = answers.flat();
      dimension = vectors[0]?.length ?? dimension;
      return vectors;
    },
    calibrate: (cosine) => calibrate(calibration, cosine),
    confidence: (query) => confidenceIn(calibration, query),
  };
};

/** One model for every text. */
export const createRemoteEmbedders = (
  options: RemoteEmbedderOptions,
): Embedders & { close(): Promise<void> } => {
  const embedder = createRemoteEmbedder(options);
  return { all: [embedder], for: () => embedder, close: async () => {} };
};
