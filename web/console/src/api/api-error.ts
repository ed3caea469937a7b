import { t } from '../messages/translate.ts';

/** A refusal by the service, with its own words, or the network's silence. */
export class ApiError extends Error {
  /** 0 when nothing answered. */
  readonly status: number;
  readonly code: number;
  readonly requestId: string | undefined;
  /** For refusals that the operator can do something about. */
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

/** What the service says in its answer; a proxy in between may answer with a page of its own, which says nothing. */
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

export const unreachable = (): ApiError => new ApiError(0, t('common.error.unreachable'));

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : t('common.error.unknown');
