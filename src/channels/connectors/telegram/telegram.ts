import { randomBytes } from 'node:crypto';
import { EgressError } from '../../../lib/safe-fetch/index.ts';
import {
  type ConnectionAccess,
  type Connector,
  type ConnectorDrafts,
  ConnectorError,
  type SendContext,
  type SendOutcome,
} from '../connector.ts';
import { draftOutcomeOf } from '../draft-outcome.ts';
import { fileDeletedError, UnsendableError, withFailures } from '../failed-call.ts';
import { isSameSecret } from '../is-same-secret.ts';
import { multipartBody } from '../multipart-body.ts';
import { type ApiAnswer, type ApiRequest, excerptOf, type PlatformApi } from '../platform-api.ts';
import { streamingField } from '../streaming-field.ts';
import { readTelegram } from './read-telegram.ts';
import { renderTelegram, type TelegramCall } from './render-telegram.ts';
import { telegramAlbum } from './telegram-album.ts';
import { parseUpdate } from './telegram-update.ts';

/** The Bot API lets bots download files up to this size. */
const largestDownloadBytes = 20 * 2 ** 20;
const uploadTimeoutMs = 60_000;
const mostConnections = 40;

interface BotAnswer {
  ok?: boolean;
  result?: unknown;
  description?: string;
  parameters?: { retry_after?: number; migrate_to_chat_id?: number };
}

const answerOf = ({ json }: ApiAnswer): BotAnswer =>
  json !== null && typeof json === 'object' ? (json as BotAnswer) : {};

const callMethod = (
  api: PlatformApi,
  secrets: Readonly<Record<string, string>>,
  method: string,
  request: ApiRequest,
): Promise<ApiAnswer> => api.call('api', `/bot${secrets.botToken}/${method}`, request);

const callJson = (
  api: PlatformApi,
  secrets: Readonly<Record<string, string>>,
  method: string,
  parameters: object = {},
  signal?: AbortSignal,
): Promise<ApiAnswer> =>
  callMethod(api, secrets, method, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
    signal,
  });

/** For calls on behalf of an operator, who gets the error. */
const askTelegram = async (
  api: PlatformApi,
  secrets: Readonly<Record<string, string>>,
  method: string,
  parameters: object = {},
): Promise<unknown> => {
  try {
    const response = await callJson(api, secrets, method, parameters);
    const { ok, result, description } = answerOf(response);
    if (ok) return result;
    if (response.status === 401 || response.status === 404)
      throw new ConnectorError('Telegram does not accept the bot token');
    throw new ConnectorError(
      `Telegram answered ${response.status}: ${excerptOf(description ?? '', Object.values(secrets)).slice(0, 200)}`,
    );
  } catch (error) {
    if (error instanceof EgressError)
      throw new ConnectorError(`Telegram cannot be reached: ${error.message}`);
    throw error;
  }
};

const outcomeOf = (
  response: ApiAnswer,
  { url, secrets }: { url: string; secrets: Readonly<Record<string, string>> },
): SendOutcome => {
  const { ok, description, parameters } = answerOf(response);
  const { status } = response;
  const shown = { url, httpStatus: status, excerpt: excerptOf(response.text, Object.values(secrets)) };
  if (status === 200 && ok) return { ...shown, error: null, retryAfterMs: null };
  const reason = description === undefined ? '' : `: ${excerptOf(description, Object.values(secrets))}`;
  const error = `Telegram answered ${status}${reason}`.slice(0, 300);
  if (status === 429)
    return {
      ...shown,
      error,
      retryAfterMs: Math.min(Math.max(parameters?.retry_after ?? 1, 1), 3600) * 1000,
      isRateLimited: true,
    };
  const isRefused = status === 401 || status === 404;
  return {
    ...shown,
    error,
    retryAfterMs: null,
    // Blocked by the user, removed from the group, or a message that Telegram does not accept.
    ...(status === 400 || status === 403 ? { isFinal: true } : {}),
    ...(isRefused ? { isRefused } : {}),
  };
};

const sendCall = async (
  { method, parameters, file }: TelegramCall,
  { connection, api, files }: SendContext,
  signal: AbortSignal,
): Promise<ApiAnswer | undefined> => {
  if (!file) return callJson(api, connection.secrets, method, parameters, signal);
  const bytes = await files.read(file.fileId);
  if (!bytes) return undefined;
  const fields = Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );
  const { contentType, body } = multipartBody(fields, { field: file.parameter, ...file, bytes });
  return callMethod(api, connection.secrets, method, {
    headers: { 'content-type': contentType },
    body,
    signal,
    timeoutMs: uploadTimeoutMs,
  });
};

const isUnchanged = (response: ApiAnswer): boolean =>
  response.status === 400 && (answerOf(response).description ?? '').includes('message is not modified');

/** Telegram answers 400 if the message has this text already. */
const editOutcomeOf = (response: ApiAnswer, about: Parameters<typeof outcomeOf>[1]): SendOutcome => {
  const outcome = outcomeOf(response, about);
  return isUnchanged(response) ? { ...outcome, error: null, isFinal: false } : outcome;
};

const editText = (
  { parameters: { chat_id, text, entities, link_preview_options } }: TelegramCall,
  messageId: string,
  { connection, api }: Pick<SendContext, 'connection' | 'api'>,
  signal: AbortSignal,
): Promise<ApiAnswer> => {
  const changed = { chat_id, message_id: Number(messageId), text, entities, link_preview_options };
  return callJson(api, connection.secrets, 'editMessageText', changed, signal);
};

const removeDraft: ConnectorDrafts['remove'] = async (messageId, { connection, api, address }, signal) => {
  const message = { chat_id: address.chatId, message_id: Number(messageId) };
  await callJson(api, connection.secrets, 'deleteMessage', message, signal);
};

/** Undefined if the call has to be sent as a new message. */
const replaceDraft = async (
  call: TelegramCall,
  draft: string,
  context: SendContext,
  signal: AbortSignal,
): Promise<ApiAnswer | undefined> => {
  // Files and keyboards need a new message.
  if (call.file || call.parameters.reply_markup !== undefined) {
    await removeDraft(draft, context, signal);
    return undefined;
  }
  const response = await editText(call, draft, context, signal);
  return response.status === 400 && !isUnchanged(response) ? undefined : response;
};

/** In private chats: groups accept only 20 messages a minute. */
const drafts: ConnectorDrafts = {
  everyMs: 1500,
  perMinute: 600,
  isOnByDefault: true,
  isPossibleInGroups: false,
  write: async (given, messageId, context, signal) => {
    const call = given as TelegramCall;
    const { connection, api } = context;
    const method = messageId === undefined ? call.method : 'editMessageText';
    const about = { url: `${api.addressOf('api')}/bot…/${method}`, secrets: connection.secrets };
    let shown = messageId;
    const outcome = await withFailures(about.url, signal, async () => {
      const response =
        messageId === undefined
          ? await callJson(api, connection.secrets, method, call.parameters, signal)
          : await editText(call, messageId, context, signal);
      const { message_id: id } = (answerOf(response).result ?? {}) as { message_id?: unknown };
      shown ??= id === undefined ? undefined : String(id);
      return editOutcomeOf(response, about);
    });
    return draftOutcomeOf(outcome, shown);
  },
  remove: removeDraft,
};

const send: Connector['send'] = async (call, context, signal) => {
  const given = call as TelegramCall;
  const { secrets } = context.connection;
  const url = `${context.api.addressOf('api')}/bot…/${given.method}`;
  return withFailures(url, signal, async () => {
    const { draft } = context;
    const replaced = draft === undefined ? undefined : await replaceDraft(given, draft, context, signal);
    if (replaced) return editOutcomeOf(replaced, { url, secrets });
    let response = await sendCall(given, context, signal);
    // The group became a supergroup with another id.
    const movedTo = response && answerOf(response).parameters?.migrate_to_chat_id;
    if (movedTo !== undefined)
      response = await sendCall(
        { ...given, parameters: { ...given.parameters, chat_id: movedTo } },
        context,
        signal,
      );
    if (!response) throw new UnsendableError(fileDeletedError);
    return outcomeOf(response, { url, secrets });
  });
};

const download: Connector['download'] = async (handle, { connection: { secrets }, api }, maxBytes) => {
  const file = (await askTelegram(api, secrets, 'getFile', { file_id: handle })) as { file_path?: unknown };
  const path = typeof file.file_path === 'string' ? file.file_path : '';
  if (!/^[\w-]+(?:\/[\w.-]+)+$/.test(path) || path.includes('..'))
    throw new ConnectorError('Telegram sent no usable address of the file');
  return api.download('api', `/file/bot${secrets.botToken}/${path}`, {
    maxBytes: Math.min(maxBytes, largestDownloadBytes),
  });
};

const findProblems = async (
  { secrets, inboundUrl }: ConnectionAccess,
  api: PlatformApi,
): Promise<string[]> => {
  const info = (await askTelegram(api, secrets, 'getWebhookInfo')) as {
    url?: string;
    pending_update_count?: number;
    last_error_message?: string;
  };
  return [
    ...(info.url === inboundUrl ? [] : ['Telegram sends the messages of this bot to another address']),
    ...(info.last_error_message && (info.pending_update_count ?? 0) > 0
      ? [`Telegram could not deliver messages: ${info.last_error_message.slice(0, 200)}`]
      : []),
  ];
};

/** Telegram's Bot API with a webhook: https://core.telegram.org/bots/api */
export const telegram: Connector = {
  platform: 'telegram',
  title: 'Telegram',
  conversationType: 'MESSAGING_APP_2',
  userPrefix: 'telegram',
  fields: [
    {
      name: 'botToken',
      isSecret: true,
      maxLength: 100,
      pattern: /\d{5,20}:[A-Za-z0-9_-]{30,70}/,
      rule: 'the token that BotFather sent, such as 123456789:AA…',
    },
    streamingField,
  ],
  hosts: { api: 'https://api.telegram.org' },
  limits: { perSecond: 30, perChatMs: 1000, fileMb: 50 },
  whilePaused: 'refuse',
  receive: (request, { secrets }) => {
    const token = request.headers['x-telegram-bot-api-secret-token'];
    if (!isSameSecret(token, secrets.webhookSecret))
      return { kind: 'refused', reason: 'The header X-Telegram-Bot-Api-Secret-Token is missing or wrong' };
    const update = parseUpdate(request.body);
    if (!update) return { kind: 'refused', status: 400, reason: 'The body is not an update of the Bot API' };
    const { update_id: id, message } = update;
    if (!message) return { kind: 'answered', answer: {} };
    return {
      kind: 'updates',
      updates: [
        {
          key: String(id),
          chatKey: `${message.chat.id}`,
          position: id,
          follows: String(id - 1),
          payload: { update_id: id, message },
        },
      ],
    };
  },
  read: (payload, { account }) => readTelegram(payload, account),
  album: telegramAlbum,
  render: renderTelegram,
  send,
  drafts,
  download,
  typingMs: 4500,
  showTyping: async ({ connection, api, address: { chatId, threadId } }, signal) => {
    await callJson(
      api,
      connection.secrets,
      'sendChatAction',
      { chat_id: chatId, action: 'typing', ...(threadId == null ? {} : { message_thread_id: threadId }) },
      signal,
    );
  },
  newSecrets: () => ({ webhookSecret: randomBytes(32).toString('base64url') }),
  identify: async ({ secrets }, api) => {
    const bot = (await askTelegram(api, secrets, 'getMe')) as { id?: unknown; username?: unknown };
    return { key: String(bot.id), name: `@${bot.username}` };
  },
  register: async ({ secrets, inboundUrl }, api) => {
    await askTelegram(api, secrets, 'setWebhook', {
      url: inboundUrl,
      secret_token: secrets.webhookSecret,
      allowed_updates: ['message'],
      max_connections: mostConnections,
    });
  },
  unregister: async ({ secrets }, api) => {
    await askTelegram(api, secrets, 'deleteWebhook');
  },
  findProblems,
};
