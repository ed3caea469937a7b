import { type Connector, ConnectorError, type SendContext } from '../connector.ts';
import { fileDeletedError, UnsendableError, withFailures } from '../failed-call.ts';
import { multipartBody } from '../multipart-body.ts';
import type { ApiAnswer } from '../platform-api.ts';
import {
  askFeishu,
  callFeishu,
  checkCredentials,
  downloadFeishu,
  hostOf,
  postJson,
  secretsOf,
} from './feishu-api.ts';
import { feishuOutcomeOf, isRecalled } from './feishu-errors.ts';
import { receiveFeishu } from './feishu-event.ts';
import { readFeishu } from './read-feishu.ts';
import { type FeishuCall, renderFeishu } from './render-feishu.ts';

const uploadTimeoutMs = 60_000;

type FileCall = Extract<FeishuCall, { file: object }>;

/** Types of files that Feishu shows, by the end of the name. */
const fileTypes: Readonly<Record<string, string>> = {
  pdf: 'pdf',
  doc: 'doc',
  docx: 'doc',
  xls: 'xls',
  xlsx: 'xls',
  ppt: 'ppt',
  pptx: 'ppt',
  mp4: 'mp4',
};

const upload = (
  { type, file: { name, mediaType } }: FileCall,
  bytes: Uint8Array,
  context: SendContext,
  signal: AbortSignal,
): Promise<ApiAnswer> => {
  const isImage = type === 'image';
  const extension = /\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const fileType = type === 'audio' ? 'opus' : (fileTypes[extension] ?? 'stream');
  const { contentType, body } = multipartBody(
    isImage ? { image_type: 'message' } : { file_type: fileType, file_name: name },
    { field: isImage ? 'image' : 'file', name, mediaType, bytes },
  );
  return callFeishu(context, isImage ? '/im/v1/images' : '/im/v1/files', {
    headers: { 'content-type': contentType },
    body,
    signal,
    timeoutMs: uploadTimeoutMs,
  });
};

/** In a group, the message to which the reply belongs is quoted. In a topic, the reply is in the topic. */
const post = async (
  type: FeishuCall['type'],
  content: object,
  context: SendContext,
  signal: AbortSignal,
): Promise<ApiAnswer> => {
  const { chatId, replyTo, thread } = context.address;
  const message = {
    msg_type: type,
    content: JSON.stringify(content),
    // Feishu sends messages with the same id once within an hour.
    uuid: context.deliveryId,
  };
  if (replyTo !== null) {
    const replied = await postJson(
      context,
      `/im/v1/messages/${replyTo}/reply`,
      { ...message, reply_in_thread: thread !== null },
      signal,
    );
    if (!isRecalled(replied)) return replied;
  }
  return postJson(
    context,
    '/im/v1/messages?receive_id_type=chat_id',
    { ...message, receive_id: chatId },
    signal,
  );
};

const send: Connector['send'] = async (given, context, signal) => {
  const call = given as FeishuCall;
  const { connection, api, files } = context;
  const base = `${api.addressOf(hostOf(connection))}/open-apis/im/v1`;
  const secrets = secretsOf(connection);
  return withFailures(`${base}/messages`, signal, async () => {
    if (!('file' in call))
      return feishuOutcomeOf(
        await post(call.type, call.content, context, signal),
        `${base}/messages`,
        secrets,
      );
    const bytes = await files.read(call.file.fileId);
    if (!bytes) throw new UnsendableError(fileDeletedError);
    const uploaded = await upload(call, bytes, context, signal);
    const field = call.type === 'image' ? 'image_key' : 'file_key';
    const { data } = (uploaded.json ?? {}) as { data?: Record<string, unknown> };
    const key = data?.[field];
    if (typeof key !== 'string')
      return feishuOutcomeOf(uploaded, `${base}/${call.type === 'image' ? 'images' : 'files'}`, secrets);
    const answer = await post(call.type, { [field]: key }, context, signal);
    return feishuOutcomeOf(answer, `${base}/messages`, secrets);
  });
};

interface Bot {
  app_name?: string;
  open_id?: string;
  activate_status?: number;
}

const enabled = 2;

/** Feishu and Lark: https://open.feishu.cn/document/server-docs/im-v1/introduction */
export const feishu: Connector = {
  platform: 'feishu',
  title: 'Feishu / Lark',
  conversationType: 'WORKPLACE_BOT_1',
  userPrefix: 'feishu',
  fields: [
    {
      name: 'appId',
      isSecret: false,
      maxLength: 64,
      pattern: /cli_[0-9A-Za-z]{8,60}/,
      rule: 'the app ID, which starts with cli_',
    },
    {
      name: 'appSecret',
      isSecret: true,
      maxLength: 100,
      pattern: /[0-9A-Za-z]{16,100}/,
      rule: 'the app secret: letters and digits',
    },
    {
      name: 'encryptKey',
      isSecret: true,
      maxLength: 100,
      pattern: /[\x21-\x7e]{1,100}/,
      rule: 'the encrypt key of the event subscription, without spaces',
    },
    {
      name: 'verificationToken',
      isSecret: true,
      maxLength: 100,
      pattern: /[0-9A-Za-z]{8,100}/,
      rule: 'the verification token of the event subscription: letters and digits',
    },
    {
      name: 'region',
      isSecret: false,
      maxLength: 10,
      pattern: /feishu|lark/,
      rule: 'feishu (open.feishu.cn) or lark (open.larksuite.com)',
      isOptional: true,
    },
  ],
  usualLanguage: ({ region }) => (region === 'lark' ? 'en' : 'zh-Hans'),
  hosts: { api: 'https://open.feishu.cn', lark: 'https://open.larksuite.com' },
  // 1,000 calls a minute of one app, and 5 messages a second to one chat.
  limits: { perSecond: 15, perChatMs: 200, fileMb: 30 },
  whilePaused: 'refuse',
  receive: receiveFeishu,
  read: (payload, { account }) => readFeishu(payload, account),
  render: renderFeishu,
  send,
  download: (handle, access, maxBytes) => {
    const [, messageId, type, key] = /^([\w-]{1,100})\/(image|file)\/([\w-]{1,200})$/.exec(handle) ?? [];
    if (messageId === undefined)
      return Promise.reject(new ConnectorError('Feishu sent no usable key of the file'));
    return downloadFeishu(access, `/im/v1/messages/${messageId}/resources/${key}?type=${type}`, maxBytes);
  },
  describeUser: async (key, access) => {
    const { data } = (await askFeishu(access, `/contact/v3/users/${key}?user_id_type=open_id`)) as {
      data?: { user?: { name?: string; mobile?: string } };
    };
    return { name: data?.user?.name, phone: data?.user?.mobile };
  },
  identify: async ({ secrets, settings }, api) => {
    const access = { connection: { secrets, settings }, api };
    await checkCredentials(access);
    const { bot } = (await askFeishu(access, '/bot/v3/info')) as { bot?: Bot };
    if (typeof bot?.open_id !== 'string' || bot.open_id === '')
      throw new ConnectorError('The app has no bot. Add the bot feature to the app');
    return {
      key: `${settings.appId}/${bot.open_id}`,
      name: String(bot.app_name ?? settings.appId).slice(0, 200),
    };
  },
  findProblems: async (connection, api) => {
    const { bot } = (await askFeishu({ connection, api }, '/bot/v3/info')) as { bot?: Bot };
    return bot?.activate_status === enabled
      ? []
      : [
          'The app is not enabled in the organisation. Publish a version of the app and let an administrator approve it',
        ];
  },
};
