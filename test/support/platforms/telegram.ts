import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const botToken = '123456789:AAtest-token_of-a-bot-0123456789abcd';
export const botId = 123456789;
export const botName = 'shop_bot';

export interface BotCall {
  method: string;
  httpMethod: string;
  contentType: string;
  // biome-ignore lint/suspicious/noExplicitAny: parameters of every method
  parameters: any;
  /** An uploaded file. */
  file?: { field: string; name: string; bytes: Buffer };
}

/** A failure of the next calls of a method, as the Bot API reports it. */
export interface BotFailure {
  status: number;
  description: string;
  parameters?: { retry_after?: number; migrate_to_chat_id?: number };
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const parseParameters = async (type: string, body: Buffer): Promise<Pick<BotCall, 'parameters' | 'file'>> => {
  if (body.length === 0) return { parameters: {} };
  if (type.startsWith('application/json')) return { parameters: JSON.parse(body.toString('utf8')) };
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const parameters: Record<string, unknown> = {};
  let file: BotCall['file'];
  const attached = new Map<string, string>();
  for (const [name, value] of form) {
    // A parameter can name another part that has the file.
    if (typeof value === 'string' && value.startsWith('attach://'))
      attached.set(value.slice('attach://'.length), name);
    else if (typeof value === 'string')
      parameters[name] = /^[[{]/.test(value) || /^-?\d+$/.test(value) ? JSON.parse(value) : value;
    else file = { field: name, name: value.name, bytes: Buffer.from(await value.arrayBuffer()) };
  }
  if (file) file.field = attached.get(file.field) ?? file.field;
  return { parameters, ...(file ? { file } : {}) };
};

const entityTypes = ['bold', 'italic', 'strikethrough', 'code', 'pre', 'blockquote', 'text_link'];

/** What the Bot API refuses with status 400. */
const problemOf = ({ method, parameters, file }: BotCall): string | undefined => {
  if (method === 'sendMessage' || method === 'editMessageText') {
    const { chat_id, text, entities = [] } = parameters;
    if (!Number.isSafeInteger(chat_id)) return 'Bad Request: chat_id is empty';
    if (typeof text !== 'string' || text.trim() === '') return 'Bad Request: message text is empty';
    if (text.length > 4096) return 'Bad Request: message is too long';
    if (!text.isWellFormed()) return 'Bad Request: text must be encoded in UTF-8';
    for (const { type, offset, length, url } of entities) {
      if (!entityTypes.includes(type)) return `Bad Request: unsupported entity ${type}`;
      if (length < 1 || offset < 0 || offset + length > text.length) return 'Bad Request: entity out of text';
      if (type === 'text_link' && !URL.canParse(url)) return 'Bad Request: wrong URL';
    }
    return undefined;
  }
  if (/^send(?:Photo|Voice|Audio|Document)$/.test(method))
    return file?.field === method.slice(4).toLowerCase() ? undefined : 'Bad Request: there is no file';
  if (method === 'setWebhook') {
    const { url, secret_token } = parameters;
    if (!/^https?:/.test(url)) return 'Bad Request: bad webhook: An HTTPS URL must be provided for webhook';
    return /^[A-Za-z0-9_-]{1,256}$/.test(secret_token) ? undefined : 'Bad Request: secret token is invalid';
  }
  return ['getMe', 'getFile', 'deleteWebhook', 'getWebhookInfo', 'sendChatAction', 'deleteMessage'].includes(
    method,
  )
    ? undefined
    : 'Not Found: method not found';
};

/**
 * The Bot API on loopback, as https://core.telegram.org/bots/api describes it: tokens in the path, JSON or multipart
 * bodies, `ok` with a result or an error code, a limited length of texts, `retry_after`, files by a path.
 */
export const startTelegram = async () => {
  const calls: BotCall[] = [];
  const files = new Map<string, Buffer>();
  const failures = new Map<string, BotFailure[]>();
  let webhook: { url: string; secret: string } | undefined;
  let messageId = 1000;
  /** Texts that people see, by the id of the message. */
  const shown = new Map<number, { chatId: number; text: string; entities: unknown }>();
  let heldMethod: string | undefined;

  /** Why a message cannot be changed. */
  const changeProblem = ({ method, parameters }: BotCall): string | undefined => {
    if (method !== 'editMessageText' && method !== 'deleteMessage') return undefined;
    const { chat_id, message_id, text, entities } = parameters;
    const message = shown.get(message_id);
    if (message?.chatId !== chat_id)
      return `Bad Request: message to ${method === 'deleteMessage' ? 'delete' : 'edit'} not found`;
    const isSame = JSON.stringify([message?.text, message?.entities]) === JSON.stringify([text, entities]);
    return method === 'editMessageText' && isSame
      ? 'Bad Request: message is not modified: specified new message content and reply markup are exactly the same'
      : undefined;
  };

  const resultOf = ({ method, parameters }: BotCall): unknown => {
    if (method === 'getMe') return { id: botId, is_bot: true, first_name: 'Shop', username: botName };
    if (method === 'getFile')
      return files.has(parameters.file_id)
        ? { file_id: parameters.file_id, file_path: `documents/${parameters.file_id}.bin` }
        : undefined;
    if (method === 'setWebhook') webhook = { url: parameters.url, secret: parameters.secret_token };
    if (method === 'deleteWebhook') webhook = undefined;
    if (method === 'getWebhookInfo') return { url: webhook?.url ?? '', pending_update_count: 0 };
    const { chat_id: chatId, text, entities } = parameters;
    if (method === 'deleteMessage') shown.delete(parameters.message_id);
    if (method === 'editMessageText') {
      shown.set(parameters.message_id, { chatId, text, entities });
      return { message_id: parameters.message_id, chat: { id: chatId }, text };
    }
    if (!method.startsWith('send') || method === 'sendChatAction') return true;
    messageId += 1;
    if (method === 'sendMessage') shown.set(messageId, { chatId, text, entities });
    return { message_id: messageId, chat: { id: parameters.chat_id } };
  };

  const server = createServer((request, response) => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const fail = ({ status, description, parameters }: BotFailure): void =>
      answer(status, { ok: false, error_code: status, description, ...(parameters ? { parameters } : {}) });
    const handle = async (): Promise<void> => {
      const body = await readBody(request);
      const path = request.url ?? '';
      const [, token, filePath] = /^\/file\/bot([^/]+)\/documents\/(.+)\.bin$/.exec(path) ?? [];
      if (filePath !== undefined) {
        const file = token === botToken ? files.get(filePath) : undefined;
        return file
          ? void response.writeHead(200).end(file)
          : fail({ status: 404, description: 'Not Found' });
      }
      const [, callToken, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? [];
      if (callToken !== botToken) return fail({ status: 401, description: 'Unauthorized' });
      const contentType = request.headers['content-type']?.split(';')[0] ?? '';
      const call: BotCall = {
        method,
        httpMethod: request.method ?? '',
        contentType,
        ...(await parseParameters(request.headers['content-type'] ?? '', body)),
      };
      const failure = failures.get(method)?.shift();
      if (failure) return fail(failure);
      const problem = problemOf(call) ?? changeProblem(call);
      if (problem !== undefined) return fail({ status: 400, description: problem });
      const result = resultOf(call);
      if (result === undefined) return fail({ status: 400, description: 'Bad Request: invalid file_id' });
      calls.push(call);
      // The connection stays open without an answer.
      if (heldMethod === method) return;
      answer(200, { ok: true, result });
    };
    handle().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    /** Accepted calls, in order. */
    calls,
    /** Texts that users got. */
    texts: (chatId?: number): string[] =>
      calls.flatMap(({ method, parameters }) =>
        method === 'sendMessage' && (chatId === undefined || parameters.chat_id === chatId)
          ? [parameters.text as string]
          : [],
      ),
    /** Texts as people see them now, with all edits. */
    shown: (): string[] => [...shown.values()].map(({ text }) => text),
    /** Somebody deletes all messages. */
    deleteMessages: (): void => shown.clear(),
    /** Calls of the method happen, but get no answer. Undefined: they are answered again. */
    holdAnswers: (method: string | undefined): void => {
      heldMethod = method;
    },
    /** The next calls of the method fail, one after the other. */
    failWith: (method: string, ...next: BotFailure[]): void => {
      failures.set(method, [...(failures.get(method) ?? []), ...next]);
    },
    addFile: (fileId: string, bytes: Buffer): void => void files.set(fileId, bytes),
    get webhook() {
      return webhook;
    },
    close: async (): Promise<void> => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

export type Telegram = Awaited<ReturnType<typeof startTelegram>>;

let updateId = 5000;

/** An update as Telegram sends it for a private message. */
export const privateUpdate = (
  message: object,
  { userId = 42, language = 'en', id }: { userId?: number; language?: string; id?: number } = {},
) => {
  updateId += 1;
  const from = {
    id: userId,
    is_bot: false,
    first_name: 'Ada',
    last_name: 'Lovelace',
    language_code: language,
  };
  return {
    update_id: id ?? updateId,
    message: {
      message_id: id ?? updateId,
      from,
      chat: { id: userId, first_name: 'Ada', type: 'private' },
      date: 1_790_000_000,
      ...message,
    },
  };
};

/** The same for a message in a group. */
export const groupUpdate = (message: object, { userId = 42, chatId = -100200 } = {}) => {
  const update = privateUpdate(message, { userId });
  return {
    ...update,
    message: { ...update.message, chat: { id: chatId, title: 'Team', type: 'supergroup' } },
  };
};
