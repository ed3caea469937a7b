/** The service answered with an error. A failed connection is any other error. */
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

  /** Whether a retry may succeed: a proxy without its service, or a restarting service. */
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
    // The response of a proxy, not of the service.
  }
  return new ServiceError(status, 50000, `The server answered ${status}`, wait);
};
