import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const appId = 'cli_a1b2c3d4e5f6a7b8';
export const appSecret = 'Q1w2E3r4T5y6U7i8O9p0A1s2D3f4G5h6';
export const encryptKey = 'encrypt-key-of-the-app';
export const verificationToken = 'v1e2r3i4f5y6T7o8k9e0n';
export const botOpenId = 'ou_b0t';
export const userOpenId = 'ou_ada';

/** A failure as the API reports it. */
export interface FeishuFailure {
  status?: number;
  code: number;
  msg?: string;
  headers?: Record<string, string>;
}

export interface FeishuPost {
  /** Of the message that is replied to, or of the chat. */
  to: string;
  isReply: boolean;
  inThread: boolean;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: content of every type
  content: any;
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const elementTags = ['text', 'a', 'at', 'img', 'media', 'emotion', 'hr', 'code_block', 'md'];
const largestPostBytes = 30 * 1024;

/** What the API refuses in the content of a message. */
const contentProblem = (type: string, content: Record<string, unknown>): FeishuFailure | undefined => {
  const invalid = (msg: string): FeishuFailure => ({ status: 400, code: 230001, msg });
  if (type === 'image') return typeof content.image_key === 'string' ? undefined : invalid('image_key');
  if (type === 'file' || type === 'audio')
    return typeof content.file_key === 'string' ? undefined : invalid('file_key');
  if (type !== 'post') return invalid('invalid msg_type');
  const { zh_cn: post } = content as {
    zh_cn?: { content?: { tag: string; text?: unknown; href?: string }[][] };
  };
  if (!Array.isArray(post?.content) || post.content.length === 0) return invalid('content is empty');
  for (const element of post.content.flat()) {
    if (!elementTags.includes(element.tag)) return invalid('unknown tag');
    if (typeof element.text !== 'string' || element.text === '') return invalid('text is required');
    if (element.tag === 'a' && !URL.canParse(element.href ?? '')) return invalid('invalid href');
  }
  return undefined;
};

/**
 * Feishu on loopback, as https://open.feishu.cn/document describes it: tokens that expire, errors as codes with a status of 4xx,
 * formatted texts of at most 30 KB, one message for a uuid, uploads before messages, resources of messages.
 */
export const startFeishu = async () => {
  const posts: FeishuPost[] = [];
  const uploads: { path: string; body: string }[] = [];
  const failures: FeishuFailure[] = [];
  const files = new Map<string, Buffer>();
  const uuids = new Set<string>();
  const recalled = new Set<string>();
  let bot: object = {
    activate_status: 2,
    app_name: 'Shop',
    avatar_url: '',
    ip_white_list: [],
    open_id: botOpenId,
  };
  let tokens = 0;
  let isTokenValid = true;
  let isRegionLark = false;

  const server = createServer((request, response) => {
    const answer = (status: number, body: object, headers: Record<string, string> = {}): void => {
      response
        .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
        .end(JSON.stringify(body));
    };
    const fail = ({ status = 400, code, msg = 'failed', headers }: FeishuFailure): void =>
      answer(status, { code, msg, error: { log_id: '2026' } }, headers);

    /** What is wrong with a message. */
    const problemOf = (
      body: Buffer,
      sent: Record<string, unknown>,
      target: { to: string; isReply: boolean },
    ): FeishuFailure | undefined => {
      const failure = failures.shift();
      if (failure) return failure;
      const { content, msg_type: type, uuid } = sent;
      if (typeof content !== 'string') return { code: 230001, msg: 'content must be a string' };
      if (type === 'post' && body.length > largestPostBytes) return { code: 230025 };
      if (typeof uuid !== 'string' || uuid.length > 50) return { code: 230001, msg: 'invalid uuid' };
      if (target.isReply && recalled.has(target.to))
        return { code: 230011, msg: 'The message was withdrawn.' };
      return contentProblem(String(type), JSON.parse(content));
    };
    const acceptMessage = (body: Buffer, target: { to: string; isReply: boolean }): void => {
      const sent = JSON.parse(body.toString('utf8'));
      const problem = problemOf(body, sent, target);
      if (problem) {
        fail(problem);
        return;
      }
      if (!uuids.has(sent.uuid))
        posts.push({
          ...target,
          inThread: sent.reply_in_thread === true,
          type: sent.msg_type,
          content: JSON.parse(sent.content),
        });
      uuids.add(sent.uuid);
      answer(200, { code: 0, msg: 'success', data: { message_id: `om_reply${posts.length}` } });
    };

    const handle = async (): Promise<void> => {
      const body = await readBody(request);
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://feishu');
      const [, region, path] = /^\/(feishu|lark)\/open-apis(\/.*)$/.exec(pathname) ?? [];
      if (path === undefined) return fail({ status: 404, code: 99991404 });
      isRegionLark ||= region === 'lark';
      if (path === '/auth/v3/tenant_access_token/internal') {
        const given = JSON.parse(body.toString('utf8'));
        if (given.app_id !== appId) return fail({ status: 200, code: 10003, msg: 'invalid param' });
        if (given.app_secret !== appSecret)
          return fail({ status: 200, code: 10014, msg: 'app secret invalid' });
        tokens += 1;
        isTokenValid = true;
        return answer(200, { code: 0, msg: 'ok', tenant_access_token: `t-${tokens}`, expire: 7200 });
      }
      if (request.headers.authorization === undefined) return fail({ status: 400, code: 99991661 });
      if (request.headers.authorization !== `Bearer t-${tokens}` || !isTokenValid)
        return fail({ status: 400, code: 99991663, msg: 'Invalid access token for authorization.' });
      if (path === '/bot/v3/info') return answer(200, { code: 0, msg: 'ok', bot });
      if (path === `/contact/v3/users/${userOpenId}`)
        return answer(200, {
          code: 0,
          msg: 'success',
          data: { user: { name: '张三', open_id: userOpenId } },
        });
      if (path.startsWith('/contact/v3/users/')) return fail({ status: 400, code: 41050 });
      if (path === '/im/v1/messages' && searchParams.get('receive_id_type') === 'chat_id') {
        const { receive_id } = JSON.parse(body.toString('utf8'));
        return acceptMessage(body, { to: receive_id, isReply: false });
      }
      const [, repliedTo] = /^\/im\/v1\/messages\/(om_\w+)\/reply$/.exec(path) ?? [];
      if (repliedTo !== undefined) return acceptMessage(body, { to: repliedTo, isReply: true });
      if (path === '/im/v1/images' || path === '/im/v1/files') {
        uploads.push({ path, body: body.toString('latin1') });
        const key = path.endsWith('images') ? { image_key: 'img_v3_1' } : { file_key: 'file_v3_1' };
        return answer(200, { code: 0, msg: 'success', data: key });
      }
      const file = files.get(`${path}?type=${searchParams.get('type')}`);
      if (file) return void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(file);
      fail({ status: 400, code: 234003, msg: 'File not in msg.' });
    };
    handle().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    /** Value of FRONTDESK_PLATFORM_URLS. */
    platformUrls: `feishu=${url}/feishu,feishu.lark=${url}/lark`,
    posts,
    uploads,
    /** How many tokens were issued. */
    tokenCount: (): number => tokens,
    revokeToken: (): void => {
      isTokenValid = false;
    },
    wasLarkCalled: (): boolean => isRegionLark,
    setBot: (change: object): void => {
      bot = { ...bot, ...change };
    },
    recall: (messageId: string): void => void recalled.add(messageId),
    failWith: (...next: FeishuFailure[]): void => void failures.push(...next),
    addFile: (messageId: string, key: string, type: 'image' | 'file', bytes: Buffer): void =>
      void files.set(`/im/v1/messages/${messageId}/resources/${key}?type=${type}`, bytes),
    close: async (): Promise<void> => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

export type Feishu = Awaited<ReturnType<typeof startFeishu>>;

/** The body of a request as Feishu encrypts it. */
export const encryptFeishu = (content: object, key = encryptKey): string => {
  const vector = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', createHash('sha256').update(key).digest(), vector);
  const encrypted = Buffer.concat([vector, cipher.update(JSON.stringify(content), 'utf8'), cipher.final()]);
  return JSON.stringify({ encrypt: encrypted.toString('base64') });
};

/** The headers with which Feishu signs a request. */
export const feishuHeaders = (
  body: string,
  { seconds = Math.floor(Date.now() / 1000), key = encryptKey } = {},
): Record<string, string> => ({
  'x-lark-request-timestamp': String(seconds),
  'x-lark-request-nonce': '1234567',
  'x-lark-signature': createHash('sha256').update(`${seconds}1234567${key}${body}`).digest('hex'),
});

let count = 0;

interface EventOptions {
  message?: Record<string, unknown>;
  sender?: Record<string, unknown>;
  header?: Record<string, unknown>;
}

/** An event as Feishu sends it for a message. `content` is the content of a message of that type. */
export const feishuEvent = (
  message_type: string,
  content: object,
  { message, sender, header }: EventOptions = {},
) => {
  count += 1;
  return {
    schema: '2.0',
    header: {
      event_id: `event${count}`,
      event_type: 'im.message.receive_v1',
      create_time: String(1_790_000_000_000 + count),
      token: verificationToken,
      app_id: appId,
      tenant_key: '2ca1d211f64f6438',
      ...header,
    },
    event: {
      sender: {
        sender_id: { union_id: 'on_ada', user_id: 'e33ggbyz', open_id: userOpenId },
        sender_type: 'user',
        tenant_key: '2ca1d211f64f6438',
        ...sender,
      },
      message: {
        message_id: `om_${count}`,
        create_time: String(1_790_000_000_000 + count),
        chat_id: 'oc_p2p',
        chat_type: 'p2p',
        message_type,
        content: JSON.stringify(content),
        ...message,
      },
    },
  };
};
