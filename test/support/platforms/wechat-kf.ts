import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const corpId = 'ww0123456789abcdef';
export const openKfId = 'wkAJ2GCAAASSm4_FhToWMFea0xAFfd3Q';
export const otherKfId = 'wkAJ2GCAAAother_account_of_the_corp';
export const secret = 'S3cret-of_the_customer_service_0123456789ab';
export const token = 'QDG6eK';
export const encodingAesKey = 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C';
export const userId = 'wmAJ2GCAAAme1XQRC-NI-q0_ZM9ukoAw';

type Json = Record<string, unknown>;

export interface WeChatPost {
  to: string;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: content of every type
  content: any;
  msgid: string;
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** What the API refuses in a message. */
const contentProblem = ({ msgtype, msgid, ...sent }: Json): number | undefined => {
  if (typeof msgid !== 'string' || !/^[\w-]{1,32}$/.test(msgid)) return 40058;
  const content = sent[String(msgtype)] as Json | undefined;
  const bytes = (value: unknown): number => Buffer.byteLength(String(value ?? ''), 'utf8');
  switch (msgtype) {
    case 'text':
      return bytes(content?.content) >= 1 && bytes(content?.content) <= 2048 ? undefined : 40058;
    case 'msgmenu': {
      const list = (content?.list ?? []) as { type: string; click: { id: string; content: string } }[];
      const isValid =
        bytes(content?.head_content) <= 1024 &&
        list.length <= 10 &&
        list.every(({ type, click }) => type === 'click' && bytes(click.content) <= 128);
      return isValid ? undefined : 40058;
    }
    case 'image':
    case 'voice':
    case 'file':
      return content?.media_id === 'media1' ? undefined : 40007;
    default:
      return 40008;
  }
};

/**
 * WeChat customer service on loopback, as https://developer.work.weixin.qq.com/document/path/94638 describes it: a token in the
 * URL, errors as codes with status 200, messages in pages behind a cursor, five messages within 48 hours after one of a user.
 */
export const startWeChatKf = async () => {
  const posts: WeChatPost[] = [];
  const uploads: { type: string | null; body: string }[] = [];
  const messages: Json[] = [];
  const failures = new Map<string, number[]>();
  const media = new Map<string, Buffer>();
  const syncs: Json[] = [];
  const allowance = new Map<string, number>();
  const welcomeCodes = new Set<string>();
  let pageSize = 1000;
  let tokens = 0;
  let isTokenValid = true;

  const server = createServer((request, response) => {
    const answer = (errcode: number, more: object = {}): void => {
      response
        .writeHead(200, { 'content-type': 'application/json; charset=UTF-8' })
        .end(JSON.stringify({ errcode, errmsg: errcode === 0 ? 'ok' : 'failed', ...more }));
    };

    const sync = (given: Json): void => {
      syncs.push(given);
      if (given.token === 'expired') answer(95007);
      else if (given.open_kfid !== openKfId && given.open_kfid !== otherKfId) answer(95000);
      else if (Number(given.limit) > 1000) answer(40058);
      else {
        const from = Number(String(given.cursor ?? 'c0').slice(1));
        const next = Math.min(from + Math.min(Number(given.limit), pageSize), messages.length);
        const msg_list = messages.slice(from, next).filter((message) => {
          const { open_kfid } = (message.event ?? message) as { open_kfid?: string };
          return open_kfid === given.open_kfid;
        });
        answer(0, { next_cursor: `c${next}`, has_more: next < messages.length ? 1 : 0, msg_list });
      }
    };

    const sendMessage = (sent: Json): void => {
      const user = String(sent.touser);
      const left = allowance.get(user) ?? 0;
      const problem =
        sent.open_kfid === openKfId || sent.open_kfid === otherKfId ? contentProblem(sent) : 95000;
      if (problem !== undefined) answer(problem);
      else if (left === 0) answer(95001);
      else {
        allowance.set(user, left - 1);
        const type = String(sent.msgtype);
        posts.push({ to: user, type, content: sent[type], msgid: String(sent.msgid) });
        answer(0, { msgid: sent.msgid });
      }
    };

    const sendOnEvent = (sent: Json): void => {
      const problem = contentProblem(sent);
      if (problem !== undefined) answer(problem);
      else if (!welcomeCodes.delete(String(sent.code))) answer(95021);
      else {
        const type = String(sent.msgtype);
        posts.push({ to: 'welcome', type, content: sent[type], msgid: String(sent.msgid) });
        answer(0, { msgid: sent.msgid });
      }
    };

    const handle = async (): Promise<void> => {
      const body = await readBody(request);
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://wecom');
      const path = pathname.replace('/cgi-bin', '');
      const parse = (): Json => JSON.parse(body.toString('utf8'));
      if (path === '/gettoken') {
        if (searchParams.get('corpid') !== corpId) return answer(40013);
        if (searchParams.get('corpsecret') !== secret) return answer(40001);
        tokens += 1;
        isTokenValid = true;
        return answer(0, { access_token: `token${tokens}`, expires_in: 7200 });
      }
      if (searchParams.get('access_token') !== `token${tokens}` || !isTokenValid) return answer(40014);
      const failure = failures.get(path)?.shift();
      if (failure !== undefined) return answer(failure);
      if (path === '/kf/sync_msg') return sync(parse());
      if (path === '/kf/send_msg') return sendMessage(parse());
      if (path === '/kf/send_msg_on_event') return sendOnEvent(parse());
      if (path === '/kf/account/list')
        return answer(0, {
          account_list: [
            { open_kfid: openKfId, name: '售后客服', avatar: '' },
            { open_kfid: otherKfId, name: '售前客服', avatar: '' },
          ],
        });
      if (path === '/kf/customer/batchget')
        return answer(0, {
          customer_list: [{ external_userid: userId, nickname: '王五' }],
          invalid_external_userid: [],
        });
      if (path === '/media/upload') {
        uploads.push({ type: searchParams.get('type'), body: body.toString('latin1') });
        return answer(0, { type: 'file', media_id: 'media1', created_at: '1' });
      }
      if (path === '/media/get') {
        const file = media.get(searchParams.get('media_id') ?? '');
        if (!file) return answer(40007);
        response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(file);
        return;
      }
      response.writeHead(404).end();
    };
    handle().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    /** Value of FRONTDESK_PLATFORM_URLS. */
    platformUrls: `wechat-kf=${url}`,
    posts,
    uploads,
    /** The calls that fetched messages. */
    syncs,
    /** How many tokens were issued. */
    tokenCount: (): number => tokens,
    revokeToken: (): void => {
      isTokenValid = false;
    },
    setPageSize: (size: number): void => {
      pageSize = size;
    },
    failWith: (path: string, ...codes: number[]): void => void failures.set(path, codes),
    /** Stores a message or an event, which waits to be fetched. */
    add: (message: Json): void => {
      messages.push(message);
      if (message.origin === 3) allowance.set(String(message.external_userid), 5);
      const { welcome_code } = (message.event ?? {}) as { welcome_code?: string };
      if (welcome_code !== undefined) welcomeCodes.add(welcome_code);
    },
    addMedia: (id: string, bytes: Buffer): void => void media.set(id, bytes),
    close: async (): Promise<void> => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

export type WeChatKf = Awaited<ReturnType<typeof startWeChatKf>>;

/** A text as WeCom encrypts it for an organisation. */
export const encryptWeChat = (text: string, { receiver = corpId, key = encodingAesKey } = {}): string => {
  const aesKey = Buffer.from(`${key}=`, 'base64');
  const content = Buffer.from(text, 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const plain = Buffer.concat([randomBytes(16), length, content, Buffer.from(receiver, 'utf8')]);
  const padding = 32 - (plain.length % 32);
  const cipher = createCipheriv('aes-256-cbc', aesKey, aesKey.subarray(0, 16)).setAutoPadding(false);
  return Buffer.concat([
    cipher.update(Buffer.concat([plain, Buffer.alloc(padding, padding)])),
    cipher.final(),
  ]).toString('base64');
};

/** The parameters with which WeCom signs an encrypted text. */
export const weChatQuery = (
  encrypted: string,
  { seconds = Math.floor(Date.now() / 1000), key = token }: { seconds?: number; key?: string } = {},
): string => {
  const signature = createHash('sha1')
    .update([key, String(seconds), '1372623149', encrypted].sort().join(''))
    .digest('hex');
  return `msg_signature=${signature}&timestamp=${seconds}&nonce=1372623149`;
};

/** The body of a request. */
export const envelopeOf = (encrypted: string): string =>
  `<xml><ToUserName><![CDATA[${corpId}]]></ToUserName><AgentID><![CDATA[]]></AgentID><Encrypt><![CDATA[${encrypted}]]></Encrypt></xml>`;

/** The event that there are messages. */
export const newMessagesEvent = (
  account = openKfId,
  messageToken = 'ENCApHxnGDNAVNY4AaSJKj4Tb5mwsEMz',
): string =>
  `<xml><ToUserName><![CDATA[${corpId}]]></ToUserName><CreateTime>1348831860</CreateTime><MsgType><![CDATA[event]]></MsgType><Event><![CDATA[kf_msg_or_event]]></Event><Token><![CDATA[${messageToken}]]></Token><OpenKfId><![CDATA[${account}]]></OpenKfId></xml>`;

let count = 0;

/** A message of a user, as sync_msg returns it. */
export const weChatMessage = (msgtype: string, content: object, more: Json = {}): Json => {
  count += 1;
  return {
    msgid: `from_msgid_${count}`,
    open_kfid: openKfId,
    external_userid: userId,
    send_time: Math.floor(Date.now() / 1000),
    origin: 3,
    msgtype,
    [msgtype]: content,
    ...more,
  };
};

export const weChatEvent = (event_type: string, more: Json = {}): Json => {
  count += 1;
  return {
    msgid: `event_msgid_${count}`,
    send_time: Math.floor(Date.now() / 1000),
    origin: 4,
    msgtype: 'event',
    event: { event_type, open_kfid: openKfId, external_userid: userId, ...more },
  };
};
