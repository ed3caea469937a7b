import { EgressError } from '../../lib/safe-fetch/index.ts';
import { AccessTokenError } from './access-tokens.ts';
import type { SendOutcome } from './connector.ts';

/** A message that can never be sent, such as one whose file was deleted. The text is for operators. */
export class UnsendableError extends Error {
  override readonly name = 'UnsendableError';
}

export const fileDeletedError = 'The file was deleted';

/** The outcome of a call that got no answer. */
export const failedCall = (url: string, error: string, isFinal = false): SendOutcome => ({
  url,
  httpStatus: null,
  error,
  excerpt: '',
  retryAfterMs: null,
  isFinal,
});

/** Runs the calls of `send`. An error becomes an outcome, unless the signal was aborted. */
export const withFailures = async (
  url: string,
  signal: AbortSignal,
  send: () => Promise<SendOutcome>,
): Promise<SendOutcome> => {
  try {
    return await send();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UnsendableError) return failedCall(url, error.message, true);
    if (error instanceof AccessTokenError)
      return { ...failedCall(url, error.message), isRefused: error.isRefused };
    return failedCall(url, error instanceof EgressError ? error.message : 'The call failed');
  }
};
