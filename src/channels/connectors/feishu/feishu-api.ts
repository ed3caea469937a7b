import { EgressError } from '../../../lib/safe-fetch/index.ts';
import { type AccessToken, AccessTokenError, accessTokens } from '../access-tokens.ts';
import { type ConnectionAccess, ConnectorError } from '../connector.ts';
import type { ApiAnswer, ApiRequest, PlatformApi } from '../platform-api.ts';
import { codeOf, explainFeishu, isRejectedToken } from './feishu-errors.ts';

/** What calls need of a connection. */
export interface FeishuAccess {
  connection: Pick<ConnectionAccess, 'secrets' | 'settings'>;
  api: PlatformApi;
}

/** Feishu and Lark are the same product with separate data, in China and elsewhere. */
export const hostOf = ({ settings }: FeishuAccess['connection']): 'api' | 'lark' =>
  settings.region === 'lark' ? 'lark' : 'api';

export const secretsOf = ({ secrets }: FeishuAccess['connection']): string[] => Object.values(secrets);

const issueToken = async ({ connection, api }: FeishuAccess): Promise<AccessToken> => {
  const answer = await api.call(hostOf(connection), '/open-apis/auth/v3/tenant_access_token/internal', {
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ app_id: connection.settings.appId, app_secret: connection.secrets.appSecret }),
  });
  const { tenant_access_token: token, expire } = (answer.json ?? {}) as {
    tenant_access_token?: unknown;
    expire?: unknown;
  };
  if (codeOf(answer) === 0 && typeof token === 'string')
    return { token, lifetimeMs: Number(expire ?? 0) * 1000 };
  const isPassing = answer.status >= 500 || answer.status === 429 || codeOf(answer) === undefined;
  throw new AccessTokenError(
    isPassing
      ? explainFeishu(answer, secretsOf(connection))
      : `Feishu does not accept the app ID with the app secret (${codeOf(answer)})`,
    !isPassing,
  );
};

const withToken = <Answer>(
  access: FeishuAccess,
  call: (headers: Record<string, string>) => Promise<Answer>,
  isRejected: (answer: Answer) => boolean,
): Promise<Answer> => {
  const { connection, api } = access;
  return accessTokens.use({
    credentials: [
      api.addressOf(hostOf(connection)),
      connection.settings.appId ?? '',
      connection.secrets.appSecret ?? '',
    ],
    issue: () => issueToken(access),
    call: (token) => call({ authorization: `Bearer ${token}` }),
    isRejected,
  });
};

export const callFeishu = (
  access: FeishuAccess,
  path: string,
  request: ApiRequest = {},
): Promise<ApiAnswer> =>
  withToken(
    access,
    (headers) =>
      access.api.call(hostOf(access.connection), `/open-apis${path}`, {
        ...request,
        headers: { ...request.headers, ...headers },
      }),
    isRejectedToken,
  );

export const postJson = (
  access: FeishuAccess,
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<ApiAnswer> =>
  callFeishu(access, path, {
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
    signal,
  });

const withShownErrors = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof EgressError) throw new ConnectorError(`Feishu cannot be reached: ${error.message}`);
    throw error;
  }
};

/** Tries the credentials, also if there is a token. */
export const checkCredentials = (access: FeishuAccess): Promise<unknown> =>
  withShownErrors(() => issueToken(access));

/** For calls on behalf of an operator, who gets the error. */
export const askFeishu = (access: FeishuAccess, path: string): Promise<Record<string, unknown>> =>
  withShownErrors(async () => {
    const answer = await callFeishu(access, path, { method: 'GET' });
    if (codeOf(answer) === 0) return answer.json as Record<string, unknown>;
    throw new ConnectorError(explainFeishu(answer, secretsOf(access.connection)));
  });

type Download = { bytes: Uint8Array } | { error: EgressError };

export const downloadFeishu = async (
  access: FeishuAccess,
  path: string,
  maxBytes: number,
): Promise<Uint8Array> => {
  const result = await withToken(
    access,
    async (headers): Promise<Download> => {
      try {
        const host = hostOf(access.connection);
        return { bytes: await access.api.download(host, `/open-apis${path}`, { headers, maxBytes }) };
      } catch (error) {
        if (error instanceof EgressError) return { error };
        throw error;
      }
    },
    // The body of the answer with the code is not known. A new token does no harm.
    (answer) => 'error' in answer && (answer.error.status === 400 || answer.error.status === 401),
  );
  if ('error' in result) throw result.error;
  return result.bytes;
};
