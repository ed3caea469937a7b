import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const slackToken = 'xoxb-1234567890-abcdefghijklmnop';
export const signingSecret = '8f742231b10e8888abcd99yyyzzz85a5'.replace(/[^0-9a-f]/g, '0');
export const botUser = 'U0BOT';

export interface SlackPost {
  method: string;
  httpMethod: string;
  contentType: string;
  // biome-ignore lint/suspicious/noExplicitAny: parameters of every method
  parameters: any;
}

export interface SlackFailure {
  status?: number;
  error: string;
  retryAfterSeconds?: number;
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Forms have objects, numbers and truth values as text. */
const parseBody = (type: string, body: Buffer): Record<string, unknown> =>
  type.startsWith('application/json')
    ? JSON.parse(body.toString('utf8'))
    : Object.fromEntries(
        [...new URLSearchParams(body.toString('utf8'))].map(([name, value]) => [
          name,
          /^(?:[[{].*|true|false|\d+)$/s.test(value) ? JSON.parse(value) : value,
        ]),
      );

/** What the Web API answers with `ok: false`. */
const problemOf = ({ method, parameters }: SlackPost): string | undefined => {
  if (method === 'chat.postMessage') {
    const { channel, text } = parameters;
    if (!/^[CDG]\w+$/.test(channel ?? '')) return 'channel_not_found';
    if (typeof text !== 'string' || text === '') return 'no_text';
    return text.length > 40_000 ? 'msg_too_long' : undefined;
  }
  if (method === 'chat.update' || method === 'chat.delete') {
    if (!/^[CDG]\w+$/.test(parameters.channel ?? '')) return 'channel_not_found';
    return method === 'chat.update' && !parameters.text ? 'no_text' : undefined;
  }
  if (method === 'files.getUploadURLExternal') {
    const { filename, length } = parameters;
    if (typeof filename !== 'string' || filename === '') return 'invalid_arguments';
    return Number.isSafeInteger(length) && length > 0 ? undefined : 'missing_argument';
  }
  if (method === 'files.completeUploadExternal') {
    const { files } = parameters;
    return Array.isArray(files) && files.every(({ id }) => typeof id === 'string')
      ? undefined
      : 'invalid_arguments';
  }
  if (method === 'users.info') return typeof parameters.user === 'string' ? undefined : 'user_not_found';
  return method === 'auth.test' ? undefined : 'unknown_method';
};

/**
 * Slack on loopback, as https://docs.slack.dev describes it: bearer tokens, JSON or form bodies, `ok: false` with status 200,
 * 429 with Retry-After, uploads in three steps, files that need the token.
 */
export const startSlack = async () => {
  const calls: SlackPost[] = [];
  const failures = new Map<string, SlackFailure[]>();
  const files = new Map<string, Buffer>();
  const uploads: Buffer[] = [];
  /** Texts that people see, by channel and time of the message. */
  const shown = new Map<string, string>();
  let sentCount = 0;
  let url = '';

  const changeMessage = ({ method, parameters: { channel, ts, text } }: SlackPost): void => {
    if (method === 'chat.update') shown.set(`${channel}/${ts}`, text);
    if (method === 'chat.delete') shown.delete(`${channel}/${ts}`);
  };

  const resultOf = ({ method, parameters }: SlackPost): object => {
    switch (method) {
      case 'auth.test':
        return { team_id: 'T0TEAM', team: 'Example', user_id: botUser, user: 'helper', bot_id: 'B0BOT' };
      case 'users.info':
        return { user: { id: parameters.user, real_name: 'Ada Lovelace', locale: 'en-GB', profile: {} } };
      case 'files.getUploadURLExternal':
        return { upload_url: `${url}/files/upload/v1/abc`, file_id: 'F123' };
      case 'chat.postMessage': {
        sentCount += 1;
        const ts = `1790000000.${String(sentCount).padStart(6, '0')}`;
        shown.set(`${parameters.channel}/${ts}`, parameters.text);
        return { channel: parameters.channel, ts };
      }
      default:
        return {
          channel: parameters.channel,
          ts: parameters.ts ?? '1790000000.000100',
          files: parameters.files,
        };
    }
  };

  const server = createServer((request, response) => {
    const answer = (status: number, body: object, headers: Record<string, string> = {}): void => {
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    };
    const handle = async (): Promise<void> => {
      const body = await readBody(request);
      const path = request.url ?? '';
      const isAllowed = request.headers.authorization === `Bearer ${slackToken}`;
      if (path.startsWith('/files/upload/')) {
        uploads.push(body);
        return void response.writeHead(200).end('OK');
      }
      if (path.startsWith('/files/')) {
        const file = isAllowed ? files.get(path) : undefined;
        return void (file
          ? response.writeHead(200).end(file)
          : response.writeHead(302, { location: '/login' }).end());
      }
      if (!isAllowed) return answer(200, { ok: false, error: 'invalid_auth' });
      const method = path.replace(/^\/api\//, '');
      const type = request.headers['content-type'] ?? '';
      const call = {
        method,
        httpMethod: request.method ?? '',
        contentType: type.split(';')[0]!,
        parameters: parseBody(type, body),
      };
      const failure = failures.get(method)?.shift();
      if (failure) {
        const { status = 200, error, retryAfterSeconds } = failure;
        const headers: Record<string, string> =
          retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
        return answer(status, { ok: false, error }, headers);
      }
      const problem = problemOf(call);
      if (problem !== undefined) return answer(200, { ok: false, error: problem });
      const { channel, ts } = call.parameters;
      if (/^chat\.(?:update|delete)$/.test(method) && !shown.has(`${channel}/${ts}`))
        return answer(200, { ok: false, error: 'message_not_found' });
      changeMessage(call);
      calls.push(call);
      answer(200, { ok: true, ...resultOf(call) });
    };
    handle().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    /** Value of FRONTDESK_PLATFORM_URLS. */
    platformUrls: `slack=${url}/api,slack.files=${url}/files`,
    calls,
    uploads,
    posts: (): { channel: string; thread_ts?: string; text: string }[] =>
      calls.flatMap(({ method, parameters }) => (method === 'chat.postMessage' ? [parameters] : [])),
    /** Texts as people see them now, with all edits. */
    shown: (): string[] => [...shown.values()],
    /** Somebody deletes all messages. */
    deleteMessages: (): void => shown.clear(),
    failWith: (method: string, ...next: SlackFailure[]): void => void failures.set(method, next),
    /** Returns the URL that an event contains. */
    addFile: (name: string, bytes: Buffer): string => {
      const path = `/files/T0TEAM-F1/download/${name}`;
      files.set(path, bytes);
      return url + path;
    },
    close: async (): Promise<void> => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

/** The headers with which Slack signs a request. */
export const slackHeaders = (
  body: string,
  { seconds = Math.floor(Date.now() / 1000), secret = signingSecret } = {},
): Record<string, string> => ({
  'x-slack-request-timestamp': String(seconds),
  'x-slack-signature': `v0=${createHmac('sha256', secret).update(`v0:${seconds}:${body}`).digest('hex')}`,
});

let count = 0;

/** An event as Slack sends it for a message. */
export const slackEvent = (message: Record<string, unknown>) => {
  count += 1;
  return {
    token: 'deprecated',
    team_id: 'T0TEAM',
    api_app_id: 'A0APP',
    type: 'event_callback',
    event_id: `Ev${count}`,
    event_time: 1_790_000_000,
    event: {
      type: 'message',
      user: 'U0ADA',
      channel: 'D0ADA',
      channel_type: 'im',
      ts: `1790000000.${String(count).padStart(6, '0')}`,
      ...message,
    },
  };
};
