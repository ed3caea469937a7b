import { EgressError } from '../../../lib/safe-fetch/index.ts';
import { ConnectorError, type SendOutcome } from '../connector.ts';
import { type ApiAnswer, type ApiRequest, excerptOf, type PlatformApi } from '../platform-api.ts';

type Secrets = Readonly<Record<string, string>>;

/** Discord asks for this form of a name. */
const userAgent = 'DiscordBot (Frontdesk, 1)';

interface DiscordError {
  code?: number;
  message?: string;
  retry_after?: number;
  errors?: unknown;
}

/** Errors with which another attempt can succeed, although the status says that the request was wrong. */
const passingStatuses: readonly number[] = [408, 409, 425];

export const errorOf = ({ json }: ApiAnswer): DiscordError =>
  json !== null && typeof json === 'object' ? (json as DiscordError) : {};

/** `botToken` is not given for interactions, which are authorised by the token in their path. */
export const callDiscord = (
  api: PlatformApi,
  path: string,
  {
    method = 'GET',
    body,
    contentType = 'application/json',
    botToken,
    signal,
    timeoutMs,
  }: DiscordRequest = {},
): Promise<ApiAnswer> =>
  api.call('api', path, {
    method,
    headers: {
      'user-agent': userAgent,
      ...(botToken === undefined ? {} : { authorization: `Bot ${botToken}` }),
      ...(body === undefined ? {} : { 'content-type': contentType }),
    },
    ...(body === undefined ? {} : { body }),
    signal,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });

interface DiscordRequest extends Pick<ApiRequest, 'method' | 'body' | 'signal' | 'timeoutMs'> {
  contentType?: string;
  botToken?: string | undefined;
}

/** For calls on behalf of an operator, who gets the error. */
export const askDiscord = async (
  api: PlatformApi,
  secrets: Secrets,
  path: string,
  request: { method?: 'PUT' | 'PATCH'; body?: object } = {},
): Promise<unknown> => {
  try {
    const { body, ...rest } = request;
    const response = await callDiscord(api, path, {
      ...rest,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      botToken: secrets.botToken,
    });
    if (response.status === 200) return response.json;
    if (response.status === 401) throw new ConnectorError('Discord does not accept the bot token');
    const { message = '', errors } = errorOf(response);
    const details = errors === undefined ? '' : ` ${JSON.stringify(errors)}`;
    throw new ConnectorError(
      `Discord answered ${response.status}: ${excerptOf(message + details, Object.values(secrets)).slice(0, 300)}`,
    );
  } catch (error) {
    if (error instanceof EgressError) throw new ConnectorError(`Discord cannot be reached: ${error.message}`);
    throw error;
  }
};

const milliseconds = (seconds: unknown): number | undefined => {
  const value = Number(seconds);
  return seconds !== undefined && Number.isFinite(value) && value >= 0
    ? Math.min(Math.ceil(value * 1000), 3_600_000)
    : undefined;
};

/** The limit of this channel is used up: the next call waits until Discord counts anew. */
const chatPauseMsOf = ({ headers }: ApiAnswer): number | undefined =>
  headers['x-ratelimit-remaining'] === '0' ? milliseconds(headers['x-ratelimit-reset-after']) : undefined;

export const outcomeOf = (
  response: ApiAnswer,
  { url, secrets }: { url: string; secrets: readonly string[] },
): SendOutcome => {
  const { status } = response;
  const shown = { url, httpStatus: status, excerpt: excerptOf(response.text, secrets) };
  if (status === 200 || status === 204) {
    const chatPauseMs = chatPauseMsOf(response);
    return {
      ...shown,
      error: null,
      retryAfterMs: null,
      ...(chatPauseMs === undefined ? {} : { chatPauseMs }),
    };
  }
  const { code, message, retry_after } = errorOf(response);
  const reason = message === undefined ? '' : `: ${excerptOf(message, secrets)}${code ? ` (${code})` : ''}`;
  const error = `Discord answered ${status}${reason}`.slice(0, 300);
  if (status === 429)
    return {
      ...shown,
      error,
      retryAfterMs: milliseconds(retry_after) ?? milliseconds(response.headers['retry-after']) ?? 1000,
      isRateLimited: true,
    };
  const isRefused = status === 401;
  // The user accepts no messages (50007), the channel was deleted (10003), permissions are missing, or the message is wrong.
  const isFinal = status >= 400 && status < 500 && !isRefused && !passingStatuses.includes(status);
  return {
    ...shown,
    error,
    retryAfterMs: null,
    ...(isFinal ? { isFinal } : {}),
    ...(isRefused ? { isRefused } : {}),
  };
};
