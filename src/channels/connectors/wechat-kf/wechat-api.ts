import { EgressError } from '../../../lib/safe-fetch/index.ts';
import { type AccessToken, AccessTokenError, accessTokens } from '../access-tokens.ts';
import { type ConnectionAccess, ConnectorError } from '../connector.ts';
import type { ApiAnswer, ApiRequest, PlatformApi } from '../platform-api.ts';
import { codeOf, explainWeChat, isRejectedToken } from './wechat-errors.ts';

/** What calls need of a connection. */
export interface WeChatAccess {
  connection: Pick<ConnectionAccess, 'secrets' | 'settings'>;
  api: PlatformApi;
}

export const secretsOf = ({ secrets }: WeChatAccess['connection']): string[] => Object.values(secrets);

const issueToken = async ({ connection, api }: WeChatAccess): Promise<AccessToken> => {
  const credentials = new URLSearchParams({
    corpid: connection.settings.corpId ?? '',
    corpsecret: connection.secrets.secret ?? '',
  });
  const answer = await api.call('api', `/cgi-bin/gettoken?${credentials}`, { method: 'GET' });
  const { access_token: token, expires_in } = (answer.json ?? {}) as {
    access_token?: unknown;
    expires_in?: unknown;
  };
  if (codeOf(answer) === 0 && typeof token === 'string')
    return { token, lifetimeMs: Number(expires_in ?? 0) * 1000 };
  const code = codeOf(answer);
  const isRefused = code === 40001 || code === 40013 || code === 40091 || code === 60020;
  throw new AccessTokenError(explainWeChat(answer, secretsOf(connection)), isRefused);
};

const withToken = <Answer>(
  access: WeChatAccess,
  call: (token: string) => Promise<Answer>,
  isRejected: (answer: Answer) => boolean,
): Promise<Answer> => {
  const { connection, api } = access;
  return accessTokens.use({
    credentials: [api.addressOf('api'), connection.settings.corpId ?? '', connection.secrets.secret ?? ''],
    issue: () => issueToken(access),
    call: (token) => call(encodeURIComponent(token)),
    isRejected,
  });
};

/** The token is part of the URL. */
export const callWeChat = (access: WeChatAccess, path: string, request: ApiRequest): Promise<ApiAnswer> =>
  withToken(
    access,
    (token) =>
      access.api.call(
        'api',
        `/cgi-bin${path}${path.includes('?') ? '&' : '?'}access_token=${token}`,
        request,
      ),
    isRejectedToken,
  );

export const postJson = (
  access: WeChatAccess,
  path: string,
  body: object,
  options: Pick<ApiRequest, 'signal' | 'timeoutMs' | 'answerBytes'> = {},
): Promise<ApiAnswer> =>
  callWeChat(access, path, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...options,
  });

const withShownErrors = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof EgressError) throw new ConnectorError(`WeCom cannot be reached: ${error.message}`);
    throw error;
  }
};

/** Tries the credentials, also if there is a token. */
export const checkCredentials = (access: WeChatAccess): Promise<unknown> =>
  withShownErrors(() => issueToken(access));

/** For calls on behalf of an operator, who gets the error. */
export const askWeChat = (access: WeChatAccess, path: string, body: object): Promise<ApiAnswer> =>
  withShownErrors(() => postJson(access, path, body));

/** Errors of downloads have status 200 too. They are JSON. */
const errorIn = (bytes: Uint8Array): ApiAnswer | undefined => {
  const start = Buffer.from(bytes.subarray(0, 2000)).toString('utf8');
  if (!/^\s*\{\s*"errcode"/.test(start)) return undefined;
  try {
    const answer = { status: 200, headers: {}, text: start, json: JSON.parse(start) as unknown };
    return codeOf(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
};

export const downloadMedia = async (
  access: WeChatAccess,
  mediaId: string,
  maxBytes: number,
): Promise<Uint8Array> => {
  const bytes = await withToken(
    access,
    (token) =>
      access.api.download(
        'api',
        `/cgi-bin/media/get?media_id=${encodeURIComponent(mediaId)}&access_token=${token}`,
        { maxBytes },
      ),
    (answer) => {
      const error = errorIn(answer);
      return error !== undefined && isRejectedToken(error);
    },
  );
  const error = errorIn(bytes);
  if (error) throw new ConnectorError(explainWeChat(error, secretsOf(access.connection)));
  return bytes;
};
