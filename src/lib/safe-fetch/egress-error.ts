export type EgressReason = 'blocked' | 'invalid-url' | 'unreachable' | 'timeout' | 'too-large' | 'redirect';

interface EgressErrorOptions {
  /** The status of the response, if one came before the failure. */
  status?: number;
  cause?: unknown;
}

/**
 * Why an outgoing call failed. The message may be shown to the person who supplied the URL: it names
 * the host and the rule, never a resolved address and never bytes of the other side.
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
