import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const phoneNumberId = '106540352242922';
export const accessToken = `EAAJB${'x1Y2'.repeat(20)}`;
export const appSecret = '0123456789abcdef0123456789abcdef';
export const verifyToken = 'shop-verify-token';
/** Another number of the same app. */
export const secondNumberId = '106540352242923';
/** A number of another app, to which the token also has access. */
export const foreignNumberId = '206540352242922';
export const foreignAppSecret = 'fedcba9876543210fedcba9876543210';

const secretOf: Readonly<Record<string, string>> = {
  [phoneNumberId]: appSecret,
  [secondNumberId]: appSecret,
  [foreignNumberId]: foreignAppSecret,
};
const apiVersion = 'v25.0';

// biome-ignore lint/suspicious/noExplicitAny: messages of every type
export type SentMessage = any;

/** A failure as the Graph API reports it. */
export interface GraphFailure {
  status: number;
  code: number;
  details: string;
  headers?: Record<string, string>;
}

interface UploadedMedia {
  type: string;
  name: string;
  bytes: Buffer;
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const invalid = (details: string, code = 100): GraphFailure => ({ status: 400, code, details });

const mediaTypes: Readonly<Record<string, RegExp>> = {
  image: /^image\/(?:jpeg|png)$/,
  audio: /^audio\/(?:aac|amr|mpeg|mp4|ogg)/,
  document: /^(?:text\/plain|application\/(?:pdf|msword|vnd\.[\w.-]+))$/,
};

const isText = (value: unknown, longest: number): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longest && value.isWellFormed();

/** What the Cloud API refuses in a message. */
const problemOf = (
  message: SentMessage,
  { media, templates }: { media: Map<string, UploadedMedia>; templates: Map<string, number> },
): GraphFailure | undefined => {
  const { to, recipient, type, biz_opaque_callback_data: data } = message;
  if (to === undefined ? !/^[A-Z]{2}\.\w+$/.test(recipient) : !/^\d{5,15}$/.test(to))
    return invalid('The parameter to is required.');
  if (to !== undefined && message.recipient_type !== 'individual') return invalid('Invalid recipient_type');
  if (data !== undefined && !isText(data, 512)) return invalid('biz_opaque_callback_data is too long');
  if (type === 'text')
    return isText(message.text?.body, 4096) ? undefined : invalid('text.body must be 1 to 4096 characters');
  if (type === 'interactive') {
    const { type: kind, body, action } = message.interactive;
    if (kind !== 'button' || !isText(body?.text, 1024)) return invalid('Invalid interactive body', 131009);
    const buttons: { type: string; reply: { id: string; title: string } }[] = action?.buttons ?? [];
    const isValid =
      buttons.length >= 1 &&
      buttons.length <= 3 &&
      new Set(buttons.map(({ reply }) => reply.title)).size === buttons.length &&
      buttons.every(
        (one) => one.type === 'reply' && isText(one.reply.id, 256) && isText(one.reply.title, 20),
      );
    return isValid ? undefined : invalid('Invalid buttons count or title', 131009);
  }
  if (type === 'template') {
    const { name, language, components = [] } = message.template;
    const wanted = templates.get(`${name} ${language?.code}`);
    if (wanted === undefined)
      return { status: 404, code: 132001, details: `template ${name} does not exist` };
    const given: { text: string }[] = components[0]?.parameters ?? [];
    if (given.length !== wanted)
      return invalid(`body: number of localizable_params (${given.length}) does not match`, 132000);
    return given.every(({ text }) => isText(text, 1024) && !/[\n\t]| {5}/.test(text))
      ? undefined
      : invalid('Param text cannot have new-line/tab characters', 132018);
  }
  if (mediaTypes[type] === undefined) return invalid(`${type} is not a type of message`);
  const uploaded = media.get(message[type]?.id);
  if (!uploaded) return invalid('Media ID is invalid');
  return mediaTypes[type].test(uploaded.type) ? undefined : invalid('Unsupported media', 131053);
};

/**
 * Meta's Cloud API on loopback, as its reference describes it: messages, media in two steps, templates, bearer tokens,
 * `appsecret_proof`, and errors with a code.
 */
export const startWhatsApp = async () => {
  const sent: SentMessage[] = [];
  const sentFrom: string[] = [];
  const read: SentMessage[] = [];
  const failures: GraphFailure[] = [];
  const media = new Map<string, UploadedMedia>();
  const templates = new Map<string, number>();
  const inbound = new Map<string, Buffer>();
  let webhookUrl = '';
  let mediaHost: string | undefined;
  let count = 0;

  const proofOf = (numberId: string): string =>
    createHmac('sha256', secretOf[numberId] ?? appSecret)
      .update(accessToken)
      .digest('hex');

  const server = createServer((request, response) => {
    const answer = (status: number, body: object, headers: Record<string, string> = {}): void => {
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    };
    const fail = ({ status, code, details, headers }: GraphFailure): void =>
      answer(
        status,
        {
          error: {
            message: `(#${code}) ${details}`,
            type: 'OAuthException',
            code,
            error_data: { messaging_product: 'whatsapp', details },
            fbtrace_id: 'Az8or2yhqkZfEZ-_4Qn_Bam',
          },
        },
        headers,
      );

    const postMessage = (message: SentMessage, numberId: string): unknown => {
      if (message.messaging_product !== 'whatsapp') return fail(invalid('messaging_product is required'));
      if (message.status !== undefined) {
        if (message.status !== 'read' || !message.message_id) return fail(invalid('message_id is required'));
        read.push(message);
        return answer(200, { success: true });
      }
      const failure = failures.shift() ?? problemOf(message, { media, templates });
      if (failure) return fail(failure);
      count += 1;
      sent.push(message);
      sentFrom.push(numberId);
      answer(200, { messaging_product: 'whatsapp', messages: [{ id: `wamid.out${count}` }] });
    };

    const postMedia = async (body: Buffer): Promise<unknown> => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      const form = await new Response(new Uint8Array(body), { headers }).formData();
      const file = form.get('file');
      if (form.get('messaging_product') !== 'whatsapp' || !(file instanceof File))
        return fail(invalid('file is required'));
      const id = `media${media.size + 1}`;
      const bytes = Buffer.from(await file.arrayBuffer());
      media.set(id, { type: String(form.get('type')), name: file.name, bytes });
      answer(200, { id });
    };

    const getNode = (id: string, query: URLSearchParams): unknown => {
      const proof = query.get('appsecret_proof');
      if (proof !== null && proof !== proofOf(id))
        return fail(invalid('Invalid appsecret_proof provided in the API argument'));
      if (secretOf[id] !== undefined)
        return answer(200, {
          id,
          display_phone_number: '+1 555-078-3881',
          verified_name: 'Shop',
          ...(query.get('fields')?.includes('webhook_configuration')
            ? { webhook_configuration: { application: webhookUrl } }
            : {}),
        });
      if (!inbound.has(id)) return fail(invalid(`Object with ID '${id}' does not exist`));
      answer(200, {
        url: `${mediaHost ?? `${url}/lookaside`}/whatsapp_business/attachments/?mid=${id}`,
        mime_type: 'application/octet-stream',
        id,
        messaging_product: 'whatsapp',
      });
    };

    const handle = async (): Promise<unknown> => {
      const body = await readBody(request);
      const { pathname, searchParams } = new URL(request.url ?? '', url);
      if (request.headers.authorization !== `Bearer ${accessToken}`)
        return fail({ status: 401, code: 190, details: 'Error validating access token' });
      if (pathname === '/lookaside/whatsapp_business/attachments/') {
        const bytes = inbound.get(searchParams.get('mid') ?? '');
        return void (bytes ? response.writeHead(200).end(bytes) : response.writeHead(404).end());
      }
      const [, calledVersion, id = '', edge] = pathname.split('/');
      if (calledVersion !== apiVersion) return fail(invalid('Unknown path components'));
      if (request.method === 'GET' && edge === undefined) return getNode(id, searchParams);
      if (request.method !== 'POST' || secretOf[id] === undefined)
        return fail(invalid('Unsupported request'));
      if (edge === 'messages') return postMessage(JSON.parse(body.toString('utf8')), id);
      if (edge === 'media') return postMedia(body);
      fail(invalid('Unknown path components'));
    };
    handle().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    /** Accepted messages, in order. */
    sent,
    /** The number that sent each of them. */
    sentFrom,
    /** Messages that were marked as read. */
    read,
    media,
    texts: (): string[] =>
      sent.flatMap(({ type, text, interactive }) =>
        type === 'text' ? [text.body] : type === 'interactive' ? [interactive.body.text] : [],
      ),
    /** The next messages fail, one after the other. */
    failWith: (...next: GraphFailure[]): void => void failures.push(...next),
    /** An approved template, with this number of parameters in its body. */
    addTemplate: (name: string, language: string, parameters: number): void =>
      void templates.set(`${name} ${language}`, parameters),
    /** A file that a user sent. */
    addFile: (id: string, bytes: Buffer): void => void inbound.set(id, bytes),
    /** Where the app has its webhook. */
    setWebhook: (address: string): void => {
      webhookUrl = address;
    },
    /** The API names this host for files. */
    setMediaHost: (address: string): void => {
      mediaHost = address;
    },
    close: async (): Promise<void> => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

export type WhatsApp = Awaited<ReturnType<typeof startWhatsApp>>;

const toWebhook = (value: object, numberId = phoneNumberId) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '15550783881', phone_number_id: numberId },
            ...value,
          },
        },
      ],
    },
  ],
});

export interface Inbound {
  from?: string;
  id?: string;
  atMs?: number;
  numberId?: string;
}

let messageCount = 0;

/** A webhook with one or more messages of a user, as Meta sends it. */
export const messagesOf = (
  messages: object[],
  { from = '16505551234', id, atMs = Date.now(), numberId }: Inbound = {},
) =>
  toWebhook(
    {
      contacts: [{ profile: { name: 'Sheena Nelson' }, wa_id: from }],
      messages: messages.map((message) => {
        messageCount += 1;
        return {
          from,
          id: id ?? `wamid.in${messageCount}`,
          timestamp: String(Math.floor(atMs / 1000)),
          ...message,
        };
      }),
    },
    numberId,
  );

export const textMessage = (body: string) => ({ type: 'text', text: { body } });

/** A webhook with the state of a message that was sent. */
export const statusOf = (message: SentMessage, status: string, errors?: object[], atMs = Date.now() + 1000) =>
  toWebhook({
    statuses: [
      {
        id: `wamid.of-${message.biz_opaque_callback_data}-${message.type}`,
        status,
        timestamp: String(Math.floor(atMs / 1000)),
        recipient_id: message.to,
        biz_opaque_callback_data: message.biz_opaque_callback_data,
        ...(errors ? { errors } : {}),
      },
    ],
  });

export const signatureOf = (body: string, secret = appSecret): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
