import { setTimeout as delay } from 'node:timers/promises';
import { EgressError, type SafeFetch } from '../../lib/safe-fetch/index.ts';

export interface RerankServerSettings {
  url: string;
  apiKey?: string;
  /** The server's name of the model. Servers with one model need none. */
  model?: string;
}

export interface RerankInput {
  query: string;
  texts: readonly string[];
  signal: AbortSignal;
}

/** Limit that common servers accept in one request. */
const textsAtOnce = 32;
const timeoutMs = 10_000;
const tries = 3;
const longestWaitMs = 5_000;

/** Jina, vLLM and Infinity use `documents`; TEI uses `texts`. */
type Dialect = 'documents' | 'texts';

class RerankError extends Error {
  override readonly name = 'RerankError';
  readonly isTemporary: boolean;
  readonly status: number | undefined;
  readonly retryAfterMs: number;
  constructor(
    message: string,
    options: { isTemporary: boolean; status?: number; retryAfterMs?: number; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.isTemporary = options.isTemporary;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }
}

const addressOf = (url: string): string => {
  const address = new URL(url);
  const path = address.pathname.replace(/\/+$/, '');
  address.pathname = path.endsWith('/rerank') ? path : `${path}/rerank`;
  return address.href;
};

const bodyOf = (dialect: Dialect, model: string | undefined, query: string, texts: readonly string[]) =>
  dialect === 'texts'
    ? { query, texts, raw_scores: false, truncate: true }
    : { ...(model ? { model } : {}), query, documents: texts, top_n: texts.length, return_documents: false };

/** `{results: [{index, relevance_score}]}` or `[{index, score}]`, in any order, with every text exactly once. */
const readScores = (answer: unknown, count: number): number[] => {
  const wrong = () => new RerankError('The rerank server did not answer with scores', { isTemporary: false });
  const results = Array.isArray(answer) ? answer : (answer as { results?: unknown } | null)?.results;
  if (!Array.isArray(results)) throw wrong();
  const scores = new Array<number>(count).fill(Number.NaN);
  for (const result of results as { index?: unknown; relevance_score?: unknown; score?: unknown }[]) {
    const score = result?.relevance_score ?? result?.score;
    if (typeof result?.index !== 'number' || typeof score !== 'number' || !(result.index in scores))
      throw wrong();
    scores[result.index] = score;
  }
  if (!scores.every(Number.isFinite)) throw wrong();
  return scores;
};

/** Some servers send logits: one score outside [0, 1] shows that all of them are logits. */
const intoUnitRange = (scores: number[]): number[] =>
  scores.some((score) => score < 0 || score > 1) ? scores.map((score) => 1 / (1 + Math.exp(-score))) : scores;

const retryAfterMs = (header: string | string[] | undefined): number => {
  const seconds = Number(header);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, longestWaitMs) : 0;
};

/** One rerank server: sends batches with a timeout and retries transient failures. */
export const createRerankServer = (settings: RerankServerSettings, fetch: SafeFetch) => {
  const address = addressOf(settings.url);
  let dialect: Dialect = 'documents';

  const post = async (
    speaking: Dialect,
    query: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<number[]> => {
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(settings.apiKey ? { authorization: `Bearer ${settings.apiKey}` } : {}),
        },
        body: JSON.stringify(bodyOf(speaking, settings.model, query, texts)),
        totalTimeoutMs: timeoutMs,
        signal,
        trusted: true,
      });
      if (response.status === 200) return readScores(await response.json(), texts.length);
      await response.discard();
      throw new RerankError(`The rerank server answered ${response.status}`, {
        status: response.status,
        isTemporary: response.status === 429 || response.status >= 500,
        retryAfterMs: retryAfterMs(response.headers['retry-after']),
      });
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      throw new RerankError(error.message, { isTemporary: error.reason !== 'invalid-url', cause: error });
    }
  };

  /** If the server rejects one request format, the other is used from then on. */
  const postInDialect = async (
    query: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<number[]> => {
    try {
      return await post(dialect, query, texts, signal);
    } catch (error) {
      if (!(error instanceof RerankError) || (error.status !== 400 && error.status !== 422)) throw error;
      const other: Dialect = dialect === 'documents' ? 'texts' : 'documents';
      const scores = await post(other, query, texts, signal);
      dialect = other;
      return scores;
    }
  };

  const withRetries = async (
    query: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<number[]> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await postInDialect(query, texts, signal);
      } catch (error) {
        if (!(error instanceof RerankError) || !error.isTemporary || attempt >= tries) throw error;
        await delay(Math.max(error.retryAfterMs, 200 * attempt), undefined, { signal });
      }
    }
  };

  return async ({ query, texts, signal }: RerankInput): Promise<number[]> => {
    const scores: number[] = [];
    for (let at = 0; at < texts.length; at += textsAtOnce)
      scores.push(...(await withRetries(query, texts.slice(at, at + textsAtOnce), signal)));
    return intoUnitRange(scores);
  };
};
