import { EgressError } from '../../lib/safe-fetch/index.ts';
import { ModelError, type ModelFailure } from '../port.ts';
import { failureOfStatus, toModelError } from '../provider-failure.ts';

/** The packages wrap what they catch; the first of ours below says it best. */
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
  // Thrown before anything is sent: a kind of file or message this provider does not take.
  return /Unsupported|InvalidPrompt|InvalidArgument|LoadAPIKey|NoSuchModel/.test(String(name))
    ? 'rejected'
    : 'garbage';
};

/** Whatever a provider package throws or streams as an error, as the port tells it. */
export const toProviderFailure = (error: unknown, signal: AbortSignal): unknown => {
  const own = ours(error);
  if (signal.aborted || own !== undefined) return toModelError(own, signal);
  const told = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const message = typeof told.message === 'string' ? told.message.slice(0, 500) : 'no details';
  return new ModelError(failureOf(told.statusCode, told.type, told.name), message, { cause: error });
};
