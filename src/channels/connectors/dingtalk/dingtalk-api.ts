import { EgressError } from '../../../lib/safe-fetch/index.ts';
import { type AccessToken, AccessTokenError, accessTokens } from '../access-tokens.ts';
import { type ConnectionAccess, ConnectorError } from '../connector.ts';
import type { ApiAnswer, ApiRequest, PlatformApi } from '../platform-api.ts';
import { codeOf, explainDingTalk, isRejectedToken } from './dingtalk-errors.ts';

/** What calls need of a connection. */
export interface DingTalkAccess {
  connection: Pick<ConnectionAccess, 'secrets' | 'settings'>;
  api: PlatformApi;
}

export const secretsOf = ({ secrets }: DingTalkAccess['connection']): string[] => Object.values(secrets);

/** Internal apps use their client ID as code of the robot. */
export const robotCodeOf = ({ settings }: DingTalkAccess['connection']): string =>
  settings.robotCode || settings.clientId || '';

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' };

const issueToken = async ({ connection, api }: DingTalkAccess): Promise<AccessToken> => {
  const answer = await api.call('api', '/v1.0/oauth2/accessToken', {
    headers: jsonHeaders,
    body: JSON.stringify({
      appKey: connection.settings.clientId,
      appSecret: connection.secrets.clientSecret,
    }),
  });
  const { accessToken: token, expireIn } = (answer.json ?? {}) as {
    accessToken?: unknown;
    expireIn?: unknown;
  };
  if (answer.status === 200 && typeof token === 'string')
    return { token, lifetimeMs: Number(expireIn ?? 0) * 1000 };
  const isPassing = answer.status >= 500 || answer.status === 429 || codeOf(answer) === undefined;
  throw new AccessTokenError(
    isPassing
      ? explainDingTalk(answer, secretsOf(connection))
      : 'DingTalk does not accept the client ID with the client secret',
    !isPassing,
  );
};

const withToken = (
  access: DingTalkAccess,
  call: (token: string) => Promise<ApiAnswer>,
): Promise<ApiAnswer> => {
  const { connection, api } = access;
  return accessTokens.use({
    credentials: [
      api.addressOf('api'),
      connection.settings.clientId ?? '',
      connection.secrets.clientSecret ?? '',
    ],
    issue: () => issueToken(access),
    call,
    isRejected: isRejectedToken,
  });
};

export const callDingTalk = (
  access: DingTalkAccess,
  path: string,
  body: object,
  signal?: AbortSignal,
): Promise<ApiAnswer> =>
  withToken(access, (token) =>
    access.api.call('api', path, {
      headers: { ...jsonHeaders, 'x-acs-dingtalk-access-token': token },
      body: JSON.stringify(body),
      signal,
    }),
  );

/** The older API, which uploads files. Its token is part of the URL. */
export const callOldApi = (access: DingTalkAccess, path: string, request: ApiRequest): Promise<ApiAnswer> =>
  withToken(access, (token) =>
    access.api.call('oapi', `${path}&access_token=${encodeURIComponent(token)}`, request),
  );

const withShownErrors = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof EgressError)
      throw new ConnectorError(`DingTalk cannot be reached: ${error.message}`);
    throw error;
  }
};

/** Tries the credentials, also if there is a token. */
export const checkCredentials = (access: DingTalkAccess): Promise<unknown> =>
  withShownErrors(() => issueToken(access));

/** The temporary address of a file that a user sent. */
export const askFileUrl = (access: DingTalkAccess, downloadCode: string): Promise<string> =>
  withShownErrors(async () => {
    const answer = await callDingTalk(access, '/v1.0/robot/messageFiles/download', {
      downloadCode,
      robotCode: robotCodeOf(access.connection),
    });
    const { downloadUrl } = (answer.json ?? {}) as { downloadUrl?: unknown };
    if (answer.status === 200 && typeof downloadUrl === 'string') return downloadUrl;
    throw new ConnectorError(explainDingTalk(answer, secretsOf(access.connection)));
  });
