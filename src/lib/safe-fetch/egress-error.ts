export type EgressReason = 'blocked' | 'invalid-url' | 'unreachable' | 'timeout' | 'too-large' | 'redirect';

interface EgressErrorOptions {
  /** The answer's status, where an answer came before the failure. */
  status?: number;
  cause?: unknown;
}

/**
 * Why a call to the outside did not succeed. The message may be shown to whoever supplied the URL: it names
 * the host and the rule, never a resolved address and never bytes the other side sent.
 */
export class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly reason: EgressReason;
  readonly status: number | undefined;

  constructor(reason: EgressReason, message: string, options: EgressErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.reason = reason;
    this.status = options.status;
  }
}
