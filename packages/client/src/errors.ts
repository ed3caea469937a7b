export interface ErrorDetails {
  /** Error code of the API, see the table of errors in its reference. 0 if there was no response of the API. */
  code: number;
  /** HTTP status. 0 if there was no response. */
  status: number;
  /** Find it in the logs of the service. */
  requestId?: string | undefined;
  /** When the call may be repeated. */
  retryAfterSeconds?: number | undefined;
  /** A misspelt field, if the service noticed one. */
  hint?: string | undefined;
  cause?: unknown;
}

/** Every failed call. */
export class FrontdeskError extends Error {
  override readonly name: string = 'FrontdeskError';
  readonly code: number;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly hint: string | undefined;

  constructor(message: string, { code, status, requestId, retryAfterSeconds, hint, cause }: ErrorDetails) {
    super(hint === undefined ? message : `${message} (${hint})`, { cause });
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.hint = hint;
  }
}

/** The service could not be reached, or the connection broke. */
export class ConnectionError extends FrontdeskError {
  override readonly name = 'ConnectionError';

  constructor(cause: unknown) {
    super('The service could not be reached, or the connection broke', { code: 0, status: 0, cause });
  }
}

/** The call took longer than `timeoutMs`. */
export class TimeoutError extends FrontdeskError {
  override readonly name = 'TimeoutError';

  constructor(timeoutMs: number) {
    super(`The service did not answer within ${timeoutMs} ms`, { code: 0, status: 0 });
  }
}

/** The key is missing, wrong, or has no access to the agent. */
export class AuthenticationError extends FrontdeskError {
  override readonly name = 'AuthenticationError';
}

/** Too many calls. `retryAfterSeconds` says how long to wait. */
export class RateLimitError extends FrontdeskError {
  override readonly name = 'RateLimitError';
}

/** A parameter is wrong. The message names the field and the rule. */
export class InvalidRequestError extends FrontdeskError {
  override readonly name = 'InvalidRequestError';
}

/** By the HTTP status. */
export const errorOf = (message: string, details: ErrorDetails): FrontdeskError => {
  const { status } = details;
  if (status === 401 || status === 403) return new AuthenticationError(message, details);
  if (status === 429) return new RateLimitError(message, details);
  if (status === 400 || status === 422) return new InvalidRequestError(message, details);
  return new FrontdeskError(message, details);
};
