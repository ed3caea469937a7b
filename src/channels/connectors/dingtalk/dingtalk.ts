import type { Connector, SendContext, SendOutcome } from '../connector.ts';
import { fileDeletedError, UnsendableError, withFailures } from '../failed-call.ts';
import { multipartBody } from '../multipart-body.ts';
import type { ApiAnswer } from '../platform-api.ts';
import {
  askFileUrl,
  callDingTalk,
  callOldApi,
  checkCredentials,
  robotCodeOf,
  secretsOf,
} from './dingtalk-api.ts';
import { dingTalkOutcomeOf } from './dingtalk-errors.ts';
import { readDingTalk, receiveDingTalk } from './dingtalk-message.ts';
import { type DingTalkCall, renderDingTalk } from './render-dingtalk.ts';

const uploadTimeoutMs = 60_000;
const webhookPath = '/robot/sendBySession?session=';

type FileCall = Extract<DingTalkCall, { file: object }>;

/** A message of a robot: the name of a template of DingTalk, and its parameters. */
interface Template {
  msgKey: 'sampleMarkdown' | 'sampleImageMsg' | 'sampleFile';
  parameters: Record<string, string>;
}

const upload = (
  { type, file: { name, mediaType } }: FileCall,
  bytes: Uint8Array,
  context: SendContext,
  signal: AbortSignal,
): Promise<ApiAnswer> => {
  const { contentType, body } = multipartBody({}, { field: 'media', name, mediaType, bytes });
  return callOldApi(context, `/media/upload?type=${type}`, {
    headers: { 'content-type': contentType },
    body,
    signal,
    timeoutMs: uploadTimeoutMs,
  });
};

const linkTo = async ({ file }: FileCall, { files }: SendContext): Promise<Template> => {
  const url = await files.urlOf(file.fileId);
  if (url === undefined) throw new UnsendableError(fileDeletedError);
  const name = file.name.replace(/[[\]\n]/g, '_');
  return { msgKey: 'sampleMarkdown', parameters: { title: name, text: `[${name}](${url})` } };
};

/** The path of the session's URL. Other addresses than DingTalk's are never called. */
const sessionPathOf = ({ address, api, nowMs }: SendContext): string => {
  const start = `${api.addressOf('oapi')}${webhookPath}`;
  const webhook = String(address.webhook ?? '');
  const session = webhook.startsWith(start) ? webhook.slice(start.length) : '';
  if (!/^[\w%.-]{1,500}$/.test(session))
    throw new UnsendableError('DingTalk gave no address for replies to this user, who has no staff ID');
  if (nowMs > Number(address.webhookUntilMs))
    throw new UnsendableError('The user has no staff ID, and the address for replies has ended');
  return webhookPath + session;
};

const sendBySession = async (
  { parameters, msgKey }: Template,
  context: SendContext,
  signal: AbortSignal,
): Promise<SendOutcome> => {
  if (msgKey !== 'sampleMarkdown')
    throw new UnsendableError('The user has no staff ID, and DingTalk then accepts no files');
  const path = sessionPathOf(context);
  const answer = await context.api.call('oapi', path, {
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ msgtype: 'markdown', markdown: parameters }),
    signal,
  });
  // The session is a credential.
  const shownUrl = `${context.api.addressOf('oapi')}/robot/sendBySession`;
  return dingTalkOutcomeOf(answer, shownUrl, secretsOf(context.connection));
};

const sendByRobot = async (
  { msgKey, parameters }: Template,
  context: SendContext,
  signal: AbortSignal,
): Promise<SendOutcome> => {
  const { conversationId, staffId } = context.address;
  const path =
    conversationId === null ? '/v1.0/robot/oToMessages/batchSend' : '/v1.0/robot/groupMessages/send';
  const answer = await callDingTalk(
    context,
    path,
    {
      robotCode: robotCodeOf(context.connection),
      ...(conversationId === null ? { userIds: [staffId] } : { openConversationId: conversationId }),
      msgKey,
      msgParam: JSON.stringify(parameters),
    },
    signal,
  );
  return dingTalkOutcomeOf(answer, context.api.addressOf('api') + path, secretsOf(context.connection));
};

const send: Connector['send'] = async (given, context, signal) => {
  const call = given as DingTalkCall;
  const { connection, api, address } = context;
  const deliver = (template: Template): Promise<SendOutcome> =>
    address.conversationId === null && address.staffId === null
      ? sendBySession(template, context, signal)
      : sendByRobot(template, context, signal);
  return withFailures(`${api.addressOf('api')}/v1.0/robot`, signal, async () => {
    if (call.type === 'markdown')
      return deliver({ msgKey: 'sampleMarkdown', parameters: { title: call.title, text: call.text } });
    if (call.type === 'link') return deliver(await linkTo(call, context));
    const { fileId, name } = call.file;
    const bytes = await context.files.read(fileId);
    if (!bytes) throw new UnsendableError(fileDeletedError);
    const uploaded = await upload(call, bytes, context, signal);
    const { media_id: mediaId } = (uploaded.json ?? {}) as { media_id?: unknown };
    if (typeof mediaId !== 'string')
      return dingTalkOutcomeOf(uploaded, `${api.addressOf('oapi')}/media/upload`, secretsOf(connection));
    if (call.type === 'image')
      return deliver({ msgKey: 'sampleImageMsg', parameters: { photoURL: mediaId } });
    const fileType = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
    return deliver({ msgKey: 'sampleFile', parameters: { mediaId, fileName: name, fileType } });
  });
};

/** DingTalk: https://open.dingtalk.com/document/orgapp/robot-overview */
export const dingTalk: Connector = {
  platform: 'dingtalk',
  title: 'DingTalk',
  conversationType: 'WORKPLACE_BOT_1',
  userPrefix: 'dingtalk',
  fields: [
    {
      name: 'clientId',
      isSecret: false,
      maxLength: 100,
      pattern: /[0-9A-Za-z_-]{8,100}/,
      rule: 'the client ID (AppKey) of the app: letters, digits, hyphens and underscores',
    },
    {
      name: 'clientSecret',
      isSecret: true,
      maxLength: 200,
      pattern: /[0-9A-Za-z_-]{16,200}/,
      rule: 'the client secret (AppSecret) of the app: letters, digits, hyphens and underscores',
    },
    {
      name: 'robotCode',
      isSecret: false,
      maxLength: 100,
      pattern: /[0-9A-Za-z_-]{8,100}/,
      rule: 'the code of the robot: letters, digits, hyphens and underscores',
      isOptional: true,
    },
  ],
  usualLanguage: () => 'zh-Hans',
  // `files` is one of several hosts: files are at the addresses that the API returns.
  hosts: {
    api: 'https://api.dingtalk.com',
    oapi: 'https://oapi.dingtalk.com',
    files: 'https://down.dingtalk.com',
  },
  limits: { perSecond: 20, perChatMs: 1000, fileMb: 20 },
  whilePaused: 'drop',
  receive: receiveDingTalk,
  read: readDingTalk,
  render: renderDingTalk,
  send,
  download: async (handle, access, maxBytes) =>
    access.api.downloadFrom(await askFileUrl(access, handle), { maxBytes }),
  identify: async ({ secrets, settings }, api) => {
    const connection = { secrets, settings };
    await checkCredentials({ connection, api });
    // DingTalk has no call that names a robot.
    return { key: robotCodeOf(connection), name: robotCodeOf(connection) };
  },
};
