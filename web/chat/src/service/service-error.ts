/** The service answered, and the answer is no. A connection that failed is any other error. */
export class ServiceError extends Error {
  readonly status: number;
  readonly code: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, code: number, message: string, retryAfterSeconds?: number) {
    super(message);
    this.name = 'ServiceError';
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Whether the same request may well succeed later: a proxy without its service, or a service that restarts. */
  get isPassing(): boolean {
    return this.status >= 502 && this.status <= 504;
  }
}

interface Answer {
  status: number;
  text: string;
  retryAfter: string | null;
}

export const readServiceError = ({ status, text, retryAfter }: Answer): ServiceError => {
  const seconds = Number(retryAfter);
  const wait = retryAfter && Number.isFinite(seconds) ? seconds : undefined;
  try {
    const { code, message } = JSON.parse(text) as { code?: unknown; message?: unknown };
    if (typeof code === 'number' && typeof message === 'string')
      return new ServiceError(status, code, message, wait);
  } catch {
    // Not the service's own answer but that of a proxy before it.
  }
  return new ServiceError(status, 50000, `The server answered ${status}`, wait);
};
