import { t } from '../messages/translate.ts';

/** The service rejected a request, or it was unreachable. */
export class ApiError extends Error {
  /** HTTP status; 0 if the service was unreachable. */
  readonly status: number;
  readonly code: number;
  readonly requestId: string | undefined;
  /** Set for errors that the operator can resolve. */
  readonly reason: string | undefined;

  constructor(
    status: number,
    message: string,
    { code = 0, requestId, reason }: { code?: number; requestId?: string; reason?: string } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.reason = reason;
  }
}

interface Refusal {
  code?: number;
  message?: string;
  request_id?: string;
  reason?: string;
}

/** The JSON of a response, or an empty object: a proxy may respond with an HTML page. */
export const readAnswer = (text: string): object => {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
};

export const refusalOf = (status: number, text: string): ApiError => {
  const { message, request_id: requestId, ...rest }: Refusal = readAnswer(text);
  return new ApiError(status, message ?? t('common.error.status', { status }), { ...rest, requestId });
};

/** The session has ended. The service's own text also explains operator tokens, which the console does not need. */
export const signedOut = (): ApiError => new ApiError(401, t('common.error.signedOut'));

export const unreachable = (): ApiError => new ApiError(0, t('common.error.unreachable'));

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : t('common.error.unknown');
