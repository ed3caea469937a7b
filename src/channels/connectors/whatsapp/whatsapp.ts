import { createHmac } from 'node:crypto';
import { EgressError } from '../../../lib/safe-fetch/index.ts';
import {
  type ConnectionAccess,
  type Connector,
  ConnectorError,
  type SendContext,
  type SendOutcome,
} from '../connector.ts';
import { fileDeletedError, UnsendableError, withFailures } from '../failed-call.ts';
import { multipartBody } from '../multipart-body.ts';
import type { ApiAnswer, PlatformApi } from '../platform-api.ts';
import { receiveCloud } from './cloud-webhook.ts';
import {
  errorOf,
  explainAnswer,
  isRefusedAnswer,
  outcomeOf,
  outsideWindow,
  parameterMismatch,
} from './graph-errors.ts';
import { readCloud } from './read-cloud.ts';
import { type CloudCall, renderCloud } from './render-cloud.ts';
import {
  fileOutsideWindowError,
  isWindowClosed,
  toTemplateParameter,
  windowClosedError,
} from './whatsapp-text.ts';

const version = '/v25.0';
const uploadTimeoutMs = 60_000;

const authorization = ({ secrets }: Pick<ConnectionAccess, 'secrets'>) => ({
  authorization: `Bearer ${secrets.accessToken}`,
});

const post = (
  { connection, api }: Pick<SendContext, 'connection' | 'api'>,
  body: object,
  signal: AbortSignal,
): Promise<ApiAnswer> =>
  api.call('api', `${version}/${connection.account.key}/messages`, {
    headers: { ...authorization(connection), 'content-type': 'application/json' },
    body: JSON.stringify({ messaging_product: 'whatsapp', ...body }),
    signal,
  });

/** For calls on behalf of an operator, and for files. */
const ask = async (
  access: Pick<ConnectionAccess, 'secrets'>,
  api: PlatformApi,
  path: string,
): Promise<Record<string, unknown>> => {
  try {
    const answer = await api.call('api', version + path, { method: 'GET', headers: authorization(access) });
    if (answer.status === 200 && answer.json !== null && typeof answer.json === 'object')
      return answer.json as Record<string, unknown>;
    if (/appsecret_proof/.test(errorOf(answer)?.message ?? ''))
      throw new ConnectorError('The app secret does not belong to the app of the access token');
    if (isRefusedAnswer(answer)) throw new ConnectorError('WhatsApp does not accept the access token');
    throw new ConnectorError(explainAnswer(answer, Object.values(access.secrets)));
  } catch (error) {
    if (error instanceof EgressError)
      throw new ConnectorError(`WhatsApp cannot be reached: ${error.message}`);
    throw error;
  }
};

const identify: Connector['identify'] = async ({ secrets, settings }, api) => {
  if (settings.templateName !== '' && settings.templateLanguage === '')
    throw new ConnectorError('fields.templateLanguage is required with fields.templateName');
  // Proves to Meta, and so to us, that the secret belongs to the app of the token.
  const proof = createHmac('sha256', secrets.appSecret ?? '')
    .update(secrets.accessToken ?? '')
    .digest('hex');
  const fields = 'id,display_phone_number,verified_name';
  const number = await ask(
    { secrets },
    api,
    `/${settings.phoneNumberId}?fields=${fields}&appsecret_proof=${proof}`,
  );
  if (typeof number.id !== 'string' || typeof number.display_phone_number !== 'string')
    throw new ConnectorError('fields.phoneNumberId is not the id of a phone number of WhatsApp');
  return {
    key: number.id,
    name: `${number.verified_name ?? ''} ${number.display_phone_number}`.trim().slice(0, 200),
  };
};

const findProblems: Connector['findProblems'] = async (connection, api, { others }) => {
  const number = await ask(connection, api, `/${connection.account.key}?fields=webhook_configuration`);
  const addresses = Object.values((number.webhook_configuration ?? {}) as Record<string, unknown>);
  // The URL of another number of the same app gets the messages of this number too.
  const urls = others
    .filter(({ secrets }) => secrets.appSecret === connection.secrets.appSecret)
    .map(({ inboundUrl }) => inboundUrl);
  return [connection.inboundUrl, ...urls].some((url) => addresses.includes(url))
    ? []
    : ['Meta sends the messages of this number to another address. Enter the URL and the verify token there'];
};

const recipientOf = ({ to, userId }: SendContext['address']) =>
  to == null ? { recipient: userId } : { recipient_type: 'individual', to };

const upload = (
  { fileId: _, ...file }: NonNullable<CloudCall['file']>,
  bytes: Uint8Array,
  { connection, api }: SendContext,
  signal: AbortSignal,
): Promise<ApiAnswer> => {
  const { contentType, body } = multipartBody(
    { messaging_product: 'whatsapp', type: file.mediaType },
    { field: 'file', ...file, bytes },
  );
  return api.call('api', `${version}/${connection.account.key}/media`, {
    headers: { ...authorization(connection), 'content-type': contentType },
    body,
    signal,
    timeoutMs: uploadTimeoutMs,
  });
};

const textOf = ({ message }: CloudCall): string | undefined => {
  if (message.type === 'text') return message.text.body;
  return message.type === 'interactive' ? message.interactive.body.text : undefined;
};

/** The text as the template of the connection, in its parameter if it has one. */
const sendTemplate = async (text: string, context: SendContext, signal: AbortSignal): Promise<ApiAnswer> => {
  const { templateName: name, templateLanguage: code } = context.connection.settings;
  const send = (components: object[]): Promise<ApiAnswer> =>
    post(
      context,
      {
        ...recipientOf(context.address),
        type: 'template',
        template: { name, language: { code }, ...(components.length > 0 ? { components } : {}) },
        biz_opaque_callback_data: context.deliveryId,
      },
      signal,
    );
  const answer = await send([
    { type: 'body', parameters: [{ type: 'text', text: toTemplateParameter(text) }] },
  ]);
  return errorOf(answer)?.code === parameterMismatch ? send([]) : answer;
};

const send: Connector['send'] = async (given, context, signal) => {
  const call = given as CloudCall;
  const { connection, api, address, files } = context;
  const secrets = Object.values(connection.secrets);
  const url = `${api.addressOf('api')}${version}/${connection.account.key}/messages`;
  const sendOutsideWindow = async (): Promise<SendOutcome> => {
    const text = textOf(call);
    if (text === undefined) throw new UnsendableError(fileOutsideWindowError);
    if (!connection.settings.templateName) throw new UnsendableError(windowClosedError);
    return outcomeOf(await sendTemplate(text, context, signal), url, secrets);
  };
  const sendFreely = async (): Promise<SendOutcome> => {
    let media = {};
    if (call.file) {
      const bytes = await files.read(call.file.fileId);
      if (!bytes) throw new UnsendableError(fileDeletedError);
      const uploaded = await upload(call.file, bytes, context, signal);
      const { id } = (uploaded.json ?? {}) as { id?: unknown };
      if (typeof id !== 'string')
        return { ...outcomeOf(uploaded, url, secrets), error: explainAnswer(uploaded, secrets) };
      const { type } = call.message;
      media = { [type]: { ...(type === 'document' ? call.message.document : {}), id } };
    }
    const body = {
      ...recipientOf(address),
      ...call.message,
      ...media,
      biz_opaque_callback_data: context.deliveryId,
    };
    const answer = await post(context, body, signal);
    // Meta's clock decides.
    if (errorOf(answer)?.code === outsideWindow) return sendOutsideWindow();
    return outcomeOf(answer, url, secrets);
  };
  const isClosed = isWindowClosed(address.receivedAtMs, context.nowMs);
  return withFailures(url, signal, isClosed ? sendOutsideWindow : sendFreely);
};

const download: Connector['download'] = async (handle, { connection, api }, maxBytes) => {
  if (!/^[\w-]{1,128}$/.test(handle)) throw new ConnectorError('WhatsApp sent no usable id of the file');
  const file = await ask(connection, api, `/${handle}?phone_number_id=${connection.account.key}`);
  const start = `${api.addressOf('files')}/`;
  if (typeof file.url !== 'string' || !file.url.startsWith(start))
    throw new ConnectorError('WhatsApp sent no usable address of the file');
  return api.download('files', file.url.slice(start.length - 1), {
    headers: authorization(connection),
    maxBytes,
  });
};

/** WhatsApp through Meta's Cloud API: https://developers.facebook.com/documentation/business-messaging/whatsapp */
export const whatsApp: Connector = {
  platform: 'whatsapp',
  title: 'WhatsApp',
  conversationType: 'MESSAGING_APP_1_PROVIDER_1',
  userPrefix: 'whatsapp',
  fields: [
    {
      name: 'phoneNumberId',
      isSecret: false,
      maxLength: 32,
      pattern: /\d{5,32}/,
      rule: 'the id of the phone number, which has only digits',
    },
    {
      name: 'accessToken',
      isSecret: true,
      maxLength: 1000,
      pattern: /[\w.-]{20,1000}/,
      rule: 'an access token of the app, such as EAA…',
    },
    {
      name: 'appSecret',
      isSecret: true,
      maxLength: 64,
      pattern: /[0-9a-f]{32}/,
      rule: 'the app secret: 32 digits and letters from a to f',
    },
    {
      name: 'verifyToken',
      isSecret: true,
      maxLength: 100,
      pattern: /[\w.-]{8,100}/,
      rule: '8 to 100 letters, digits, points, hyphens or underscores',
    },
    {
      name: 'templateName',
      isSecret: false,
      maxLength: 512,
      pattern: /[a-z0-9_]{1,512}/,
      rule: 'the name of a template: lower-case letters, digits and underscores',
      isOptional: true,
    },
    {
      name: 'templateLanguage',
      isSecret: false,
      maxLength: 10,
      pattern: /[a-z]{2,3}(?:_[A-Za-z]{2,4})?/,
      rule: 'the language of the template, such as en or pt_BR',
      isOptional: true,
    },
  ],
  hosts: { api: 'https://graph.facebook.com', files: 'https://lookaside.fbsbx.com' },
  limits: { perSecond: 80, perChatMs: 500, fileMb: 100 },
  whilePaused: 'refuse',
  receive: receiveCloud,
  read: readCloud,
  render: renderCloud,
  send,
  download,
  // WhatsApp hides the indicator after 25 seconds.
  typingMs: 20_000,
  showTyping: async (context, signal) => {
    const { messageId } = context.address;
    await post(
      context,
      { status: 'read', message_id: messageId, typing_indicator: { type: 'text' } },
      signal,
    );
  },
  identify,
  findProblems,
};
