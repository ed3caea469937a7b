import { EgressError } from '../../../lib/safe-fetch/index.ts';
import {
  type ConnectionAccess,
  type Connector,
  ConnectorError,
  type OutgoingReply,
  type SendContext,
  type SendOutcome,
} from '../connector.ts';
import { fileDeletedError, UnsendableError, withFailures } from '../failed-call.ts';
import type { ApiAnswer } from '../platform-api.ts';
import {
  explainTwilioAnswer,
  outsideWindow,
  twilioErrorOf,
  twilioOutcomeOf,
  variableMismatch,
} from './twilio-errors.ts';
import { readTwilio, receiveTwilio, reportUrl } from './twilio-webhook.ts';
import {
  fileOutsideWindowError,
  isWindowClosed,
  toTemplateParameter,
  toWhatsAppTexts,
  windowClosedError,
} from './whatsapp-text.ts';

/** One message: a text, or a file that Twilio fetches from us. */
type TwilioCall = { body: string } | { fileId: string };

const longestText = 1600;
const version = '/2010-04-01';

const accountPath = ({ settings }: Pick<ConnectionAccess, 'settings'>): string =>
  `${version}/Accounts/${settings.accountSid}`;

const authorization = ({ secrets, settings }: Pick<ConnectionAccess, 'secrets' | 'settings'>) => ({
  authorization: `Basic ${Buffer.from(`${settings.accountSid}:${secrets.authToken}`).toString('base64')}`,
});

const secretsOf = (connection: Pick<ConnectionAccess, 'secrets' | 'settings'>): string[] => [
  ...Object.values(connection.secrets),
  authorization(connection).authorization,
];

const render = ({ text, choices = [], files = [] }: OutgoingReply): TwilioCall[] => {
  const list = choices.map((choice) => `- ${choice}`).join('\n');
  return [
    ...toWhatsAppTexts(list === '' ? text : `${text}\n\n${list}`, longestText).map((body) => ({ body })),
    ...files.map(({ fileId }) => ({ fileId })),
  ];
};

const post = (
  content: Record<string, string>,
  { connection, api, address, deliveryId }: SendContext,
  signal: AbortSignal,
): Promise<ApiAnswer> =>
  api.call('api', `${accountPath(connection)}/Messages.json`, {
    headers: { ...authorization(connection), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      From: `whatsapp:${connection.settings.number}`,
      To: String(address.to),
      StatusCallback: reportUrl(connection.inboundUrl, deliveryId),
      ...content,
    }).toString(),
    signal,
  });

/** The text as the template of the connection, in its first variable if it has one. */
const sendTemplate = async (text: string, context: SendContext, signal: AbortSignal): Promise<ApiAnswer> => {
  const ContentSid = context.connection.settings.contentSid ?? '';
  const ContentVariables = JSON.stringify({ 1: toTemplateParameter(text) });
  const answer = await post({ ContentSid, ContentVariables }, context, signal);
  return twilioErrorOf(answer)?.code === variableMismatch ? post({ ContentSid }, context, signal) : answer;
};

const send: Connector['send'] = async (given, context, signal) => {
  const call = given as TwilioCall;
  const { connection, api, address, files } = context;
  const url = `${api.addressOf('api')}${accountPath(connection)}/Messages.json`;
  const outcomeOf = (answer: ApiAnswer): SendOutcome => twilioOutcomeOf(answer, url, secretsOf(connection));
  const sendOutsideWindow = async (): Promise<SendOutcome> => {
    if ('fileId' in call) throw new UnsendableError(fileOutsideWindowError);
    if (!connection.settings.contentSid) throw new UnsendableError(windowClosedError);
    return outcomeOf(await sendTemplate(call.body, context, signal));
  };
  const sendFreely = async (): Promise<SendOutcome> => {
    const fileUrl = 'fileId' in call ? await files.urlOf(call.fileId) : undefined;
    if ('fileId' in call && fileUrl === undefined) throw new UnsendableError(fileDeletedError);
    const content: Record<string, string> = 'fileId' in call ? { MediaUrl: fileUrl! } : { Body: call.body };
    const answer = await post(content, context, signal);
    return twilioErrorOf(answer)?.code === outsideWindow ? sendOutsideWindow() : outcomeOf(answer);
  };
  const isClosed = isWindowClosed(address.receivedAtMs, context.nowMs);
  return withFailures(url, signal, isClosed ? sendOutsideWindow : sendFreely);
};

const download: Connector['download'] = async (handle, { connection, api }, maxBytes) => {
  const start = `${api.addressOf('api')}${accountPath(connection)}/`;
  const rest = handle.startsWith(start) ? handle.slice(start.length) : '';
  if (!/^Messages\/[A-Z]{2}[0-9a-f]{32}\/Media\/ME[0-9a-f]{32}$/.test(rest))
    throw new ConnectorError('Twilio sent no usable address of the file');
  return api.download('api', `${accountPath(connection)}/${rest}`, {
    headers: authorization(connection),
    maxBytes,
    // To the host of its files.
    redirects: 2,
  });
};

const identify: Connector['identify'] = async ({ secrets, settings }, api) => {
  const connection = { secrets, settings };
  try {
    const headers = authorization(connection);
    const answer = await api.call('api', `${accountPath(connection)}.json`, { method: 'GET', headers });
    if (answer.status === 401 || answer.status === 404)
      throw new ConnectorError('Twilio does not accept the account SID with the auth token');
    const { friendly_name: name, status } = (answer.json ?? {}) as {
      friendly_name?: string;
      status?: string;
    };
    if (answer.status !== 200) throw new ConnectorError(explainTwilioAnswer(answer, secretsOf(connection)));
    if (status !== 'active') throw new ConnectorError('The account of Twilio is not active');
    return {
      key: `${settings.accountSid} ${settings.number}`,
      name: `${name ?? ''} ${settings.number}`.trim().slice(0, 200),
    };
  } catch (error) {
    if (error instanceof EgressError) throw new ConnectorError(`Twilio cannot be reached: ${error.message}`);
    throw error;
  }
};

/** WhatsApp through Twilio: https://www.twilio.com/docs/whatsapp/api */
export const whatsAppTwilio: Connector = {
  platform: 'whatsapp-twilio',
  title: 'WhatsApp (Twilio)',
  conversationType: 'MESSAGING_APP_1_PROVIDER_2',
  userPrefix: 'whatsapp',
  fields: [
    {
      name: 'accountSid',
      isSecret: false,
      maxLength: 34,
      pattern: /AC[0-9a-f]{32}/,
      rule: 'the account SID, such as AC and 32 digits and letters from a to f',
    },
    {
      name: 'authToken',
      isSecret: true,
      maxLength: 64,
      pattern: /[0-9a-f]{32}/,
      rule: 'the auth token: 32 digits and letters from a to f',
    },
    {
      name: 'number',
      isSecret: false,
      maxLength: 20,
      pattern: /\+\d{5,18}/,
      rule: 'the number of the WhatsApp sender, such as +14155238886',
    },
    {
      name: 'contentSid',
      isSecret: false,
      maxLength: 34,
      pattern: /HX[0-9a-f]{32}/,
      rule: 'the content SID of a template, such as HX and 32 digits and letters from a to f',
      isOptional: true,
    },
  ],
  hosts: { api: 'https://api.twilio.com' },
  limits: { perSecond: 80, perChatMs: 1000, fileMb: 16 },
  // Twilio does not repeat requests on its own.
  whilePaused: 'drop',
  receive: receiveTwilio,
  read: readTwilio,
  render,
  send,
  download,
  identify,
};
