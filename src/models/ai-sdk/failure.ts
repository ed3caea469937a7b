import { EgressError } from '../../lib/safe-fetch/index.ts';
import { ModelError, type ModelFailure } from '../port.ts';
import { failureOfStatus, toModelError } from '../provider-failure.ts';

/** The packages wrap errors. The first of our own errors in the chain is the most exact. */
const ours = (error: unknown): unknown => {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 10; cause = cause.cause, depth += 1) {
    if (cause instanceof ModelError || cause instanceof EgressError) return cause;
  }
  return undefined;
};

const failureOf = (statusCode: unknown, type: unknown, name: unknown): ModelFailure => {
  if (typeof statusCode === 'number') return failureOfStatus(statusCode);
  if (type === 'rate_limit_error') return 'rate-limited';
  if (type === 'overloaded_error' || type === 'api_error') return 'server-error';
  // Thrown before a request is sent: the provider does not support this kind of file or message.
  return /Unsupported|InvalidPrompt|InvalidArgument|LoadAPIKey|NoSuchModel/.test(String(name))
    ? 'rejected'
    : 'garbage';
};

/** Converts any error that a provider package throws or streams to a ModelError. */
export const toProviderFailure = (error: unknown, signal: AbortSignal): unknown => {
  const own = ours(error);
  if (signal.aborted || own !== undefined) return toModelError(own, signal);
  const details = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const message = typeof details.message === 'string' ? details.message.slice(0, 500) : 'no details';
  return new ModelError(failureOf(details.statusCode, details.type, details.name), message, { cause: error });
};
