import { type Connector, ConnectorError, type SendContext, type SendOutcome } from '../connector.ts';
import { fileDeletedError, UnsendableError, withFailures } from '../failed-call.ts';
import { multipartBody } from '../multipart-body.ts';
import type { ApiAnswer } from '../platform-api.ts';
import { pullWeChat } from './pull-wechat.ts';
import { readWeChat } from './read-wechat.ts';
import { renderWeChat, type WeChatCall } from './render-wechat.ts';
import {
  askWeChat,
  callWeChat,
  checkCredentials,
  downloadMedia,
  postJson,
  secretsOf,
  type WeChatAccess,
} from './wechat-api.ts';
import { accountKeyOf, receiveWeChat } from './wechat-callback.ts';
import { addressNotAllowed, codeOf, explainWeChat, weChatOutcomeOf } from './wechat-errors.ts';

/** How long after a user's message the account may write. */
const windowMs = 48 * 60 * 60 * 1000;
const uploadTimeoutMs = 60_000;
const accountsOfCall = 100;
const mostAccountCalls = 20;

type FileCall = Extract<WeChatCall, { file: object }>;

const upload = (
  { msgtype, file: { name, mediaType } }: FileCall,
  bytes: Uint8Array,
  context: SendContext,
  signal: AbortSignal,
): Promise<ApiAnswer> => {
  const { contentType, body } = multipartBody({}, { field: 'media', name, mediaType, bytes });
  return callWeChat(context, `/media/upload?type=${msgtype}`, {
    headers: { 'content-type': contentType },
    body,
    signal,
    timeoutMs: uploadTimeoutMs,
  });
};

const sendMessage = (content: object, context: SendContext, signal: AbortSignal): Promise<ApiAnswer> =>
  postJson(
    context,
    '/kf/send_msg',
    {
      touser: context.address.userId,
      open_kfid: context.connection.settings.openKfId,
      // Events about failed messages name it.
      msgid: context.deliveryId,
      ...content,
    },
    { signal },
  );

/** The first text to somebody who opened the chat. A code can be used once, within seconds. */
const sendWelcome = async (
  content: WeChatCall,
  context: SendContext,
  signal: AbortSignal,
): Promise<ApiAnswer | undefined> => {
  const { welcomeCode, welcomeUntilMs } = context.address;
  if (!welcomeCode || 'file' in content || context.nowMs >= Number(welcomeUntilMs)) return undefined;
  const answer = await postJson(
    context,
    '/kf/send_msg_on_event',
    { code: welcomeCode, msgid: context.deliveryId, ...content },
    { signal },
  );
  return codeOf(answer) === 0 ? answer : undefined;
};

const send: Connector['send'] = async (given, context, signal) => {
  const call = given as WeChatCall;
  const { connection, api, address, nowMs, files } = context;
  const base = `${api.addressOf('api')}/cgi-bin`;
  const outcomeOf = (answer: ApiAnswer, path: string): SendOutcome =>
    weChatOutcomeOf(answer, base + path, secretsOf(connection));
  return withFailures(`${base}/kf/send_msg`, signal, async () => {
    if (typeof address.receivedAtMs === 'number' && nowMs - address.receivedAtMs > windowMs)
      throw new UnsendableError('The user wrote more than 48 hours ago. WeChat then accepts no messages');
    if (!('file' in call)) {
      const welcomed = await sendWelcome(call, context, signal);
      return welcomed
        ? outcomeOf(welcomed, '/kf/send_msg_on_event')
        : outcomeOf(await sendMessage(call, context, signal), '/kf/send_msg');
    }
    const bytes = await files.read(call.file.fileId);
    if (!bytes) throw new UnsendableError(fileDeletedError);
    const uploaded = await upload(call, bytes, context, signal);
    const { media_id } = (uploaded.json ?? {}) as { media_id?: unknown };
    if (typeof media_id !== 'string') return outcomeOf(uploaded, '/media/upload');
    const content = { msgtype: call.msgtype, [call.msgtype]: { media_id } };
    return outcomeOf(await sendMessage(content, context, signal), '/kf/send_msg');
  });
};

/**
 * The name of the account. WeCom refuses calls of unknown addresses, and lets operators add addresses only after the URL of the
 * connection is set. So a connection can be added before that, with the ID as name.
 */
const findName = async (access: WeChatAccess): Promise<{ name: string; problem?: string }> => {
  const { connection } = access;
  const openKfId = connection.settings.openKfId ?? '';
  for (let call = 0; call < mostAccountCalls; call += 1) {
    const answer = await askWeChat(access, '/kf/account/list', {
      offset: call * accountsOfCall,
      limit: accountsOfCall,
    });
    if (codeOf(answer) === addressNotAllowed)
      return { name: openKfId, problem: explainWeChat(answer, secretsOf(connection)) };
    if (codeOf(answer) !== 0) throw new ConnectorError(explainWeChat(answer, secretsOf(connection)));
    const { account_list = [] } = answer.json as { account_list?: { open_kfid?: string; name?: string }[] };
    const found = account_list.find(({ open_kfid }) => open_kfid === openKfId);
    if (found) return { name: String(found.name ?? openKfId).slice(0, 200) };
    if (account_list.length < accountsOfCall) break;
  }
  throw new ConnectorError('The organisation has no customer service account with this ID');
};

/** WeChat customer service of WeCom: https://developer.work.weixin.qq.com/document/path/94638 */
export const weChatKf: Connector = {
  platform: 'wechat-kf',
  title: 'WeChat Customer Service',
  conversationType: 'CUSTOMER_SERVICE_APP_1',
  userPrefix: 'wechat',
  fields: [
    {
      name: 'corpId',
      isSecret: false,
      maxLength: 64,
      pattern: /w[wx][0-9A-Za-z_-]{8,60}/,
      rule: 'the corp ID, which starts with ww or wx',
    },
    {
      name: 'openKfId',
      isSecret: false,
      maxLength: 100,
      pattern: /wk[0-9A-Za-z_-]{8,90}/,
      rule: 'the ID of the customer service account, which starts with wk',
    },
    {
      name: 'secret',
      isSecret: true,
      maxLength: 100,
      pattern: /[0-9A-Za-z_-]{16,100}/,
      rule: 'the secret: letters, digits, hyphens and underscores',
    },
    {
      name: 'token',
      isSecret: true,
      maxLength: 32,
      pattern: /[0-9A-Za-z]{3,32}/,
      rule: 'the token of the callback: 3 to 32 letters and digits',
    },
    {
      name: 'encodingAesKey',
      isSecret: true,
      maxLength: 43,
      pattern: /[0-9A-Za-z]{43}/,
      rule: 'the EncodingAESKey of the callback: 43 letters and digits',
    },
  ],
  usualLanguage: () => 'zh-Hans',
  hosts: { api: 'https://qyapi.weixin.qq.com' },
  limits: { perSecond: 20, perChatMs: 500, fileMb: 20 },
  // Messages wait at WeCom for three days and are fetched after the pause.
  whilePaused: 'drop',
  receive: receiveWeChat,
  pull: { fetch: pullWeChat },
  read: readWeChat,
  render: renderWeChat,
  send,
  download: (handle, access, maxBytes) => downloadMedia(access, handle, maxBytes),
  describeUser: async (key, access) => {
    const { json } = await askWeChat(access, '/kf/customer/batchget', {
      external_userid_list: [key],
      need_enter_session_context: 0,
    });
    const { customer_list } = (json ?? {}) as { customer_list?: { nickname?: string }[] };
    return { name: customer_list?.[0]?.nickname };
  },
  identify: async ({ secrets, settings }, api) => {
    const access = { connection: { secrets, settings }, api };
    await checkCredentials(access);
    const { name } = await findName(access);
    return { key: accountKeyOf(settings.corpId ?? '', settings.openKfId ?? ''), name };
  },
  findProblems: async (connection, api) => {
    const { problem } = await findName({ connection, api });
    return problem === undefined ? [] : [problem];
  },
};
