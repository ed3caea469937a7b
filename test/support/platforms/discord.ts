import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { commandsProblem, type DiscordFailure, invalidForm, messageProblem } from './discord-rules.ts';

export const discordToken = 'MTE3MDAwMDAwMDAwMDAwMDAwMQ.GabCdE.abcdefghijklmnopqrstuvwxyz0123456789AB';
export const applicationId = '1170000000000000001';

// biome-ignore lint/suspicious/noExplicitAny: fields of every message
type Body = any;

export interface DiscordMessage {
  id: string;
  channelId: string;
  content: string;
  /** Everything else that was sent. */
  body: Body;
  file?: { name: string; bytes: Buffer };
  /** Replaced a deferred response. */
  isOriginal: boolean;
  /** Only the user sees it. */
  isPrivate: boolean;
  /** How often it was edited after its first content. */
  edits: number;
}

interface OpenInteraction {
  channelId: string;
  /** Until it has a content, the client shows that the app is thinking. */
  original: 'loading' | 'deleted' | string;
  isPrivate: boolean;
}

export interface Signed {
  body: string;
  headers: Record<string, string>;
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** JSON, or a form with `payload_json` and one file. */
const parseBody = async (
  type: string,
  body: Buffer,
): Promise<{ message: Body; file?: DiscordMessage['file'] }> => {
  if (type.startsWith('application/json')) return { message: JSON.parse(body.toString('utf8')) };
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const file = form.get('files[0]');
  const message = JSON.parse(String(form.get('payload_json') ?? '{}'));
  return file instanceof File
    ? { message, file: { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) } }
    : { message };
};

const unknownWebhook = { status: 404, code: 10_015, message: 'Unknown Webhook' };
const unknownMessage = { status: 404, code: 10_008, message: 'Unknown Message' };

let counter = 0;

/** An id that contains the time, as Discord makes them. */
export const snowflake = (atMs = Date.now()): string => {
  counter += 1;
  return ((BigInt(atMs - 1_420_070_400_000) << 22n) | BigInt(counter & 0xfff)).toString();
};

/**
 * Discord's HTTP API on loopback, as https://docs.discord.com/developers describes it: bot tokens, interactions whose token is
 * part of the path, deferred responses, limits of messages and components, `retry_after`, numbered errors, nonces.
 */
export const startDiscord = async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const publicKeyHex = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex');
  const messages: DiscordMessage[] = [];
  const interactions = new Map<string, OpenInteraction>();
  const failures: { path: RegExp; failure: DiscordFailure }[] = [];
  const limits: { path: RegExp; resetAfterMs: number }[] = [];
  const closedUntilMs = new Map<string, number>();
  const files = new Map<string, Buffer>();
  const nonces = new Map<string, DiscordMessage>();
  const calls: { method: string; path: string; body?: Body }[] = [];
  let commands: Body[] = [];
  let endpointUrl: string | null = null;
  let tooManyCount = 0;
  let checkEndpoint:
    | ((url: string, request: Signed) => Promise<{ status: number; text: string }>)
    | undefined;

  const signed = (body: string, { seconds = Math.floor(Date.now() / 1000) } = {}): Signed => ({
    body,
    headers: {
      'content-type': 'application/json',
      'x-signature-timestamp': String(seconds),
      'x-signature-ed25519': sign(null, Buffer.from(`${seconds}${body}`), privateKey).toString('hex'),
    },
  });

  /** Discord pings a new address, once with a wrong signature. */
  const isValidEndpoint = async (url: string): Promise<boolean> => {
    if (!checkEndpoint) return true;
    const ping = signed(JSON.stringify({ type: 1, id: snowflake(), application_id: applicationId }));
    const good = await checkEndpoint(url, ping);
    const bad = await checkEndpoint(url, { ...ping, body: `${ping.body} ` });
    return good.status === 200 && JSON.parse(good.text).type === 1 && bad.status === 401;
  };

  const server = createServer((request, response) => {
    const answer = (status: number, body?: object, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const fail = ({ status, code, message, retryAfterSeconds }: DiscordFailure): void => {
      if (status === 429) tooManyCount += 1;
      answer(
        status,
        retryAfterSeconds === undefined
          ? { code, message }
          : { message: 'You are being rate limited.', retry_after: retryAfterSeconds, global: false },
        retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterSeconds)) },
      );
    };
    const present = ({ id, channelId, content, isPrivate }: DiscordMessage): object => ({
      id,
      channel_id: channelId,
      content,
      flags: isPrivate ? 64 : 0,
    });
    const limitHeaders = (path: string): Record<string, string> => {
      const at = limits.findIndex((limit) => limit.path.test(path));
      if (at < 0) return { 'x-ratelimit-remaining': '4', 'x-ratelimit-reset-after': '5' };
      const { resetAfterMs } = limits.splice(at, 1)[0]!;
      closedUntilMs.set(path, performance.now() + resetAfterMs);
      return { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': String(resetAfterMs / 1000) };
    };

    const store = (path: string, made: Omit<DiscordMessage, 'id' | 'edits'>): void => {
      const message = { ...made, id: snowflake(), edits: 0 };
      messages.push(message);
      answer(200, present(message), limitHeaders(path));
    };

    const edit = (path: string, message: DiscordMessage | undefined, body: Body): unknown => {
      if (!message) return fail(unknownMessage);
      message.content = body.content ?? message.content;
      message.body = { ...message.body, ...body };
      message.edits += 1;
      answer(200, present(message), limitHeaders(path));
    };

    const handleInteraction = async (path: string, given: Buffer): Promise<unknown> => {
      const [, app, token = '', id] =
        /^\/webhooks\/(\d+)\/([^/]+)(?:\/messages\/(@original|\d+))?$/.exec(path) ?? [];
      const interaction = interactions.get(token);
      if (app !== applicationId || !interaction) return fail(unknownWebhook);
      const { channelId, original, isPrivate } = interaction;
      const known = messages.find((message) => message.id === (id === '@original' ? original : id));
      if (request.method === 'DELETE') {
        if (known) messages.splice(messages.indexOf(known), 1);
        interaction.original = 'deleted';
        return answer(204);
      }
      if (request.method === 'GET')
        return original === 'deleted'
          ? fail(unknownMessage)
          : answer(200, known ? present(known) : { id: snowflake(), content: '', flags: 128 });
      const { message, file } = await parseBody(request.headers['content-type'] ?? '', given);
      const isEdit = request.method === 'PATCH';
      const problem = messageProblem(message, file, {
        isInteraction: true,
        isEdit: isEdit && known !== undefined,
      });
      if (problem) return fail(problem);
      const made = { channelId, content: message.content ?? '', body: message, ...(file ? { file } : {}) };
      if (request.method === 'POST' && id === undefined) {
        // Discord warns of this: the message would replace the deferred response.
        if (original === 'loading') return fail(invalidForm('the deferred response was not edited'));
        return store(path, { ...made, isOriginal: false, isPrivate: (message.flags & 64) !== 0 });
      }
      if (!isEdit || id === undefined)
        return fail({ status: 405, code: 0, message: '405: Method Not Allowed' });
      if (id === '@original' && original === 'loading') {
        store(path, { ...made, isOriginal: true, isPrivate });
        interaction.original = messages.at(-1)!.id;
        return;
      }
      edit(path, known, message);
    };

    const handleChannel = async (path: string, given: Buffer): Promise<unknown> => {
      const [, channelId = '', rest = ''] =
        /^\/channels\/(\d+)\/(typing|messages(?:\/\d+)?)$/.exec(path) ?? [];
      if (channelId === '') return fail({ status: 404, code: 0, message: '404: Not Found' });
      if (rest === 'typing') return answer(204);
      const { message, file } = await parseBody(request.headers['content-type'] ?? '', given);
      const isEdit = request.method === 'PATCH';
      const problem = messageProblem(message, file, { isInteraction: false, isEdit });
      if (problem) return fail(problem);
      if (isEdit)
        return edit(
          path,
          messages.find(({ id }) => rest === `messages/${id}`),
          message,
        );
      const earlier = message.enforce_nonce ? nonces.get(String(message.nonce)) : undefined;
      if (earlier) return answer(200, present(earlier));
      const made = { channelId, content: message.content ?? '', body: message, ...(file ? { file } : {}) };
      store(path, { ...made, isOriginal: false, isPrivate: false });
      if (message.nonce !== undefined) nonces.set(String(message.nonce), messages.at(-1)!);
    };

    const handleApplication = async (path: string, given: Buffer): Promise<unknown> => {
      const shown = {
        id: applicationId,
        name: 'Helper',
        verify_key: publicKeyHex,
        interactions_endpoint_url: endpointUrl,
      };
      if (path === '/applications/@me' && request.method === 'GET') return answer(200, shown);
      const body = JSON.parse(given.toString('utf8'));
      if (path === '/applications/@me' && request.method === 'PATCH') {
        if (!(await isValidEndpoint(body.interactions_endpoint_url)))
          return fail(
            invalidForm(
              'interactions_endpoint_url: The specified interactions endpoint URL could not be verified.',
            ),
          );
        endpointUrl = body.interactions_endpoint_url;
        return answer(200, { ...shown, interactions_endpoint_url: endpointUrl });
      }
      if (path !== `/applications/${applicationId}/commands` || request.method !== 'PUT')
        return fail({ status: 404, code: 0, message: '404: Not Found' });
      const problem = commandsProblem(body);
      if (problem) return fail(problem);
      commands = body;
      answer(200, commands);
    };

    const handle = async (): Promise<unknown> => {
      const body = await readBody(request);
      const url = request.url ?? '';
      if (url.startsWith('/cdn/')) {
        const file = files.get(url);
        return void (file ? response.writeHead(200).end(file) : response.writeHead(404).end());
      }
      const path = url.replace(/^\/api\/v10/, '');
      const { authorization, 'user-agent': userAgent = '' } = request.headers;
      if (!/^DiscordBot \(.+, .+\)/.test(userAgent))
        return fail({ status: 403, code: 40_333, message: 'internal network error' });
      calls.push({ method: request.method ?? '', path });
      const failing = failures.findIndex((one) => one.path.test(path));
      if (failing >= 0) return fail(failures.splice(failing, 1)[0]!.failure);
      const leftMs = (closedUntilMs.get(path) ?? 0) - performance.now();
      if (leftMs > 0) return fail({ status: 429, code: 0, message: '', retryAfterSeconds: leftMs / 1000 });
      if (path.startsWith('/webhooks/')) return handleInteraction(path, body);
      if (authorization !== `Bot ${discordToken}`)
        return fail({ status: 401, code: 0, message: '401: Unauthorized' });
      return path.startsWith('/channels/') ? handleChannel(path, body) : handleApplication(path, body);
    };
    handle().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    /** Value of FRONTDESK_PLATFORM_URLS. */
    platformUrls: `discord=${url}/api/v10,discord.files=${url}/cdn`,
    publicKeyHex,
    /** Messages that people see, in order of their creation. */
    messages,
    calls,
    signed,
    interactions,
    get commands() {
      return commands;
    },
    get endpointUrl() {
      return endpointUrl;
    },
    /** Calls that were answered with 429. */
    get tooManyCount() {
      return tooManyCount;
    },
    /** How the platform reaches the service when it checks a new address. */
    reachEndpoint: (reach: NonNullable<typeof checkEndpoint>): void => {
      checkEndpoint = reach;
    },
    /** The next calls of such a path fail, one after the other. */
    failWith: (path: RegExp, ...next: DiscordFailure[]): void =>
      void failures.push(...next.map((failure) => ({ path, failure }))),
    /** The next message to such a path uses up the limit: until then others get 429. */
    limitNext: (path: RegExp, resetAfterMs: number): void => void limits.push({ path, resetAfterMs }),
    /** Somebody deletes all messages. */
    deleteMessages: (): void => {
      messages.length = 0;
      for (const interaction of interactions.values()) interaction.original = 'deleted';
    },
    /** The service deferred its response. */
    open: (token: string, channelId: string, isPrivate: boolean): void =>
      void interactions.set(token, { channelId, original: 'loading', isPrivate }),
    /** Returns the URL that an interaction contains. */
    addFile: (name: string, bytes: Buffer): string => {
      const path = `/cdn/ephemeral-attachments/${applicationId}/${snowflake()}/${name}?ex=65&is=64&hm=ab`;
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

export type Discord = Awaited<ReturnType<typeof startDiscord>>;
