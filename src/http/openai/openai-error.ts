import { type AppError, type ErrorName, errorTable } from '../../lib/errors.ts';

/** The error object of OpenAI's APIs, which client libraries turn into their exceptions. */
export interface OpenAiFailure {
  error: { message: string; type: string; param: string | null; code: string | null };
}

/** Names that clients of OpenAI already know. Every other error is an `invalid_request_error` with its own name. */
const known: Partial<Record<ErrorName, { type?: string; code: string }>> = {
  unauthenticated: { code: 'invalid_api_key' },
  apiForbidden: { type: 'permission_error', code: 'api_disabled' },
  rateLimited: { type: 'rate_limit_error', code: 'rate_limit_exceeded' },
  insufficientCredits: { type: 'insufficient_quota', code: 'insufficient_quota' },
  questionTooLong: { code: 'context_length_exceeded' },
  invalidParameter: { code: 'invalid_parameter' },
  bodyTooLarge: { code: 'request_too_large' },
};

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Messages start with the field that broke a rule: "messages[0].content must not be empty". */
const fieldAtStart = /^([a-z_]\w*(?:\[\d+\]|\.\w+)*):? (?:must|is|has|cannot|could|names|this)\b/;

const codeOf = ({ kind }: AppError, param: string | null): string => {
  if (kind === 'notFound' && param !== null) return `${param.replace(/_id$/, '')}_not_found`;
  return known[kind]?.code ?? snakeCase(kind);
};

const typeOf = ({ kind }: AppError): string =>
  known[kind]?.type ?? (errorTable[kind].status >= 500 ? 'server_error' : 'invalid_request_error');

export const openAiFailure = (error: AppError): OpenAiFailure => {
  const param = fieldAtStart.exec(error.message)?.[1] ?? null;
  return { error: { message: error.message, type: typeOf(error), param, code: codeOf(error, param) } };
};

/** The same for a failure after the start of a stream, of which the event log has only the number and the text. */
export const openAiFailureOf = ({ code, message }: { code: number; message: string }): OpenAiFailure => {
  const names = Object.keys(errorTable) as ErrorName[];
  const kind = names.find((name) => errorTable[name].code === code) ?? 'internal';
  return openAiFailure({ kind, message } as AppError);
};
