import { randomBytes, randomUUID } from 'node:crypto';
import { EgressError } from '../../../lib/safe-fetch/index.ts';
import { webhookHeaders } from '../../../lib/webhook-headers.ts';
import {
  type ConnectionAccess,
  type Connector,
  ConnectorError,
  type InboundAnswer,
  type KnownReply,
  type SendContext,
  type SendOutcome,
} from '../connector.ts';
import { withFailures } from '../failed-call.ts';
import { isSameSecret } from '../is-same-secret.ts';
import { type ApiAnswer, excerptOf, type PlatformApi } from '../platform-api.ts';
import { readCommand } from '../read-command.ts';
import {
  type AutomationMessage,
  AutomationMessageError,
  checkedId,
  readAutomationMessage,
} from './automation-message.ts';

const longestWaitSeconds = 60;
/** n8n and Make process the event before they answer. */
const callTimeoutMs = 30_000;
const gone = 410;
const longestRetrySeconds = 3600;

/** What is stored of a reply or an event until it is sent. */
interface AutomationCall {
  event: string;
  data: Record<string, unknown>;
  files?: { fileId: string; name: string; type: string; size: number }[];
}

const senders: Readonly<Record<string, string>> = { human_reply: 'human', notice: 'service' };

const readWaitMs = (given: string | undefined): number => {
  const seconds = given === undefined ? 0 : /^\d{1,3}$/.test(given) ? Number(given) : Number.NaN;
  if (!(seconds <= longestWaitSeconds))
    throw new AutomationMessageError(`wait must be a number of seconds from 0 to ${longestWaitSeconds}`);
  return seconds * 1000;
};

const json = (status: number, body: object): InboundAnswer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

/** Several messages can arrive within a millisecond. */
let sequence = 0;
const nextPosition = (nowMs: number): number => {
  sequence = (sequence + 1) % 1000;
  return nowMs * 1000 + sequence;
};

const receive: Connector['receive'] = (request, { secrets }) => {
  const { headers, query, method, body, nowMs } = request;
  const key = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (!isSameSecret(key, secrets.hookKey))
    return { kind: 'refused', reason: 'The key in the header Authorization is missing or wrong' };
  try {
    const waitMs = readWaitMs(query.wait);
    if (method === 'GET')
      return { kind: 'reply', awaited: { key: checkedId(query.message_id, 'message_id'), waitMs } };
    const message = readAutomationMessage(body, randomUUID);
    return {
      kind: 'updates',
      updates: [
        {
          key: message.messageId,
          chatKey: message.chatId === null ? `user ${message.user.id}` : `chat ${message.chatId}`,
          position: nextPosition(nowMs),
          payload: message,
        },
      ],
      awaited: { key: message.messageId, waitMs },
    };
  } catch (error) {
    if (error instanceof AutomationMessageError) return { kind: 'invalid', error: error.message };
    throw error;
  }
};

const read: Connector['read'] = (payload) => {
  const { user, chatId, text, files } = payload as Partial<AutomationMessage>;
  if (!user || text === undefined) return { kind: 'ignored' };
  const { id, ...known } = user;
  return {
    kind: 'message',
    message: {
      address: { chatId: chatId ?? null, userId: id },
      isGroup: false,
      user: { key: id, ...known },
      ...readCommand(text),
      files: (files ?? []).map(({ url, kind, name }) => ({ kind, handle: url, name })),
    },
  };
};

const presentReply = (reply: KnownReply, { key }: { key: string }): InboundAnswer =>
  json(reply.status === 'processing' ? 202 : 200, {
    message_id: key,
    status: reply.status,
    text: 'text' in reply ? reply.text : '',
    conversation_id: 'conversationId' in reply ? (reply.conversationId ?? '') : '',
  });

/** The body of a call to the URL of the operator. */
const bodyOf = async (
  { event, data, files }: AutomationCall,
  { files: access, address, kind, conversationId }: SendContext,
): Promise<string> => {
  const shared = [];
  for (const { fileId, ...file } of files ?? []) {
    const url = await access.urlOf(fileId);
    if (url !== undefined) shared.push({ ...file, url });
  }
  return JSON.stringify({
    event,
    conversation_id: conversationId ?? '',
    chat_id: address.chatId ?? '',
    user_id: address.userId,
    data: {
      ...data,
      ...(event === 'reply' ? { from: senders[kind] ?? 'agent', files: shared } : {}),
    },
  });
};

const retryAfterMsOf = ({ headers }: ApiAnswer): number | null => {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, longestRetrySeconds) * 1000 : null;
};

const outcomeOf = (answer: ApiAnswer, url: string, secrets: readonly string[]): SendOutcome => {
  const { status, text } = answer;
  const shown = { url, httpStatus: status, excerpt: excerptOf(text, secrets) };
  if (status >= 200 && status < 300) return { ...shown, error: null, retryAfterMs: null };
  return {
    ...shown,
    error: `The receiver answered ${status}`,
    retryAfterMs: retryAfterMsOf(answer),
    ...(status === 429 ? { isRateLimited: true } : {}),
    ...(status === gone ? { isFinal: true, isRefused: true } : {}),
  };
};

const post = (
  api: PlatformApi,
  { settings, secrets }: Pick<ConnectionAccess, 'settings' | 'secrets'>,
  { id, body, nowMs, signal }: { id: string; body: string; nowMs: number; signal?: AbortSignal },
): Promise<ApiAnswer> =>
  api.callUrl(settings.callbackUrl!, {
    headers: webhookHeaders([secrets.signingSecret!], { id, body, nowMs }),
    body,
    signal,
    timeoutMs: callTimeoutMs,
  });

const send: Connector['send'] = (call, context, signal) => {
  const { connection, api, deliveryId, nowMs } = context;
  const url = connection.settings.callbackUrl ?? '';
  return withFailures(url, signal, async () => {
    // It was removed after the reply was written.
    if (url === '')
      return { url, httpStatus: null, error: 'There is no URL for replies', excerpt: '', retryAfterMs: null };
    const body = await bodyOf(call as AutomationCall, context);
    const answer = await post(api, connection, { id: deliveryId, body, nowMs, signal });
    return outcomeOf(answer, url, Object.values(connection.secrets));
  });
};

const render: Connector['render'] = ({ text, choices, files }, _address, { callbackUrl }) => {
  if (!callbackUrl) return [];
  const call: AutomationCall = {
    event: 'reply',
    data: { text, choices: choices ?? [] },
    files: (files ?? []).map(({ fileId, name, mediaType, sizeBytes }) => ({
      fileId,
      name,
      type: mediaType,
      size: sizeBytes,
    })),
  };
  return [call];
};

/** Sends an example of an event. */
const findProblems = async (
  connection: ConnectionAccess,
  api: PlatformApi,
  { nowMs }: { nowMs: number },
): Promise<string[]> => {
  if (!connection.settings.callbackUrl) return [];
  const body = JSON.stringify({ event: 'test', conversation_id: '', chat_id: '', user_id: '', data: {} });
  try {
    const { status } = await post(api, connection, { id: `test-${randomUUID()}`, body, nowMs });
    return status >= 200 && status < 300 ? [] : [`The URL for replies answered ${status}`];
  } catch (error) {
    if (error instanceof EgressError)
      throw new ConnectorError(`The URL for replies cannot be reached: ${error.message}`);
    throw error;
  }
};

/** Tools such as n8n, Make and Zapier, and own programs: a URL with a key for messages, signed webhooks for replies. */
export const automation: Connector = {
  platform: 'automation',
  title: 'Automation tools',
  conversationType: 'AUTOMATION_TOOL_1',
  userPrefix: 'automation',
  fields: [
    {
      name: 'callbackUrl',
      isSecret: false,
      maxLength: 2048,
      pattern: /https?:\/\/[^\s@]+/,
      rule: 'an https URL without a user name',
      isOptional: true,
    },
  ],
  // Not called: operators choose the URL, and the egress protection checks it.
  hosts: { api: 'https://automation.invalid' },
  limits: { perSecond: 50, perChatMs: 0, fileMb: 100 },
  whilePaused: 'refuse',
  receive,
  read,
  render,
  renderEvent: ({ name, data }, { callbackUrl }) => (callbackUrl ? [{ event: name, data }] : []),
  presentReply,
  send,
  download: (url, { api }, maxBytes) => api.downloadUrl(url, { maxBytes }),
  newSecrets: () => ({
    hookId: randomBytes(12).toString('hex'),
    hookKey: `hook-${randomBytes(32).toString('base64url')}`,
    signingSecret: `whsec_${randomBytes(32).toString('base64')}`,
  }),
  shownSecrets: ['hookKey', 'signingSecret'],
  identify: async ({ secrets }) => ({ key: secrets.hookId!, name: `hook-${secrets.hookId!.slice(0, 6)}` }),
  findProblems,
};
