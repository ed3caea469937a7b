import { EgressError } from '../../../lib/safe-fetch/index.ts';
import { ConnectorError, type SendOutcome } from '../connector.ts';
import { type ApiAnswer, excerptOf, type PlatformApi } from '../platform-api.ts';

export type Secrets = Readonly<Record<string, string>>;

export interface SlackAnswer {
  ok?: boolean;
  error?: string;
  [field: string]: unknown;
}

const refusals = new Set([
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'missing_scope',
  'org_login_required',
]);

/** Errors that pass without a change of the message. All others are final. */
const passing = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

export const answerOf = ({ json }: ApiAnswer): SlackAnswer =>
  json !== null && typeof json === 'object' ? (json as SlackAnswer) : {};

/** Most methods take JSON, the older ones only forms. */
export const callSlack = (
  api: PlatformApi,
  { botToken }: Secrets,
  method: string,
  parameters: Record<string, unknown> = {},
  { isForm = false, signal }: { isForm?: boolean; signal?: AbortSignal } = {},
): Promise<ApiAnswer> =>
  api.call('api', `/${method}`, {
    headers: {
      authorization: `Bearer ${botToken}`,
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json; charset=utf-8',
    },
    body: isForm
      ? new URLSearchParams(
          Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])),
        ).toString()
      : JSON.stringify(parameters),
    signal,
  });

/** For calls on behalf of an operator, who gets the error. */
export const askSlack = async (
  api: PlatformApi,
  secrets: Secrets,
  method: string,
  parameters: Record<string, unknown> = {},
): Promise<SlackAnswer> => {
  try {
    const response = await callSlack(api, secrets, method, parameters, { isForm: true });
    const answer = answerOf(response);
    if (answer.ok) return answer;
    if (refusals.has(answer.error ?? ''))
      throw new ConnectorError(`Slack does not accept the bot token: ${answer.error}`);
    throw new ConnectorError(`Slack answered ${response.status}: ${String(answer.error).slice(0, 100)}`);
  } catch (error) {
    if (error instanceof EgressError) throw new ConnectorError(`Slack cannot be reached: ${error.message}`);
    throw error;
  }
};

const retryAfterMsOf = ({ headers }: ApiAnswer): number => {
  const seconds = Number(headers['retry-after']);
  return Math.min(Math.max(Number.isFinite(seconds) ? seconds : 1, 1), 3600) * 1000;
};

export const outcomeOf = (
  response: ApiAnswer,
  { url, secrets }: { url: string; secrets: Secrets },
): SendOutcome => {
  const { ok, error: code } = answerOf(response);
  const { status } = response;
  const shown = { url, httpStatus: status, excerpt: excerptOf(response.text, Object.values(secrets)) };
  if (status === 200 && ok) return { ...shown, error: null, retryAfterMs: null };
  const error = `Slack answered ${status}${code === undefined ? '' : `: ${String(code).slice(0, 100)}`}`;
  if (status === 429 || code === 'ratelimited')
    return { ...shown, error, retryAfterMs: retryAfterMsOf(response), isRateLimited: true };
  const isRefused = code !== undefined && refusals.has(code);
  return {
    ...shown,
    error,
    retryAfterMs: null,
    ...(isRefused ? { isRefused } : {}),
    ...(status === 200 && code !== undefined && !passing.has(code) && !isRefused ? { isFinal: true } : {}),
  };
};
