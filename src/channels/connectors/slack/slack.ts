import { createHmac } from 'node:crypto';
import { type Connector, ConnectorError, type SendContext } from '../connector.ts';
import { fileDeletedError, UnsendableError, withFailures } from '../failed-call.ts';
import { isSameSecret } from '../is-same-secret.ts';
import { multipartBody } from '../multipart-body.ts';
import type { ApiAnswer } from '../platform-api.ts';
import { streamingField } from '../streaming-field.ts';
import { replaceSlackDraft, slackDrafts } from './draft-slack.ts';
import { isWrittenBySomebody, readSlack, slackChatKey, slackCommandMarks } from './read-slack.ts';
import { renderSlack, type SlackCall } from './render-slack.ts';
import { answerOf, askSlack, callSlack, outcomeOf } from './slack-api.ts';
import { messageOf, parseEnvelope } from './slack-event.ts';

/** Older requests are refused, because somebody could send a recorded one again. */
const replayWindowSeconds = 300;
const uploadTimeoutMs = 60_000;

const isSigned: (request: Parameters<Connector['receive']>[0], signingSecret: string) => boolean = (
  { headers, body, nowMs },
  signingSecret,
) => {
  const timestamp = headers['x-slack-request-timestamp'] ?? '';
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > replayWindowSeconds) return false;
  const expected = createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(body).digest('hex');
  return isSameSecret(headers['x-slack-signature'], `v0=${expected}`);
};

/** Microseconds: message ids have six decimals. */
const positionOf = (ts: string): number => Number(ts.replace('.', ''));

/** Undefined if the file was deleted. */
const upload = async (
  { parameters, file }: Extract<SlackCall, { file: object }>,
  { connection: { secrets }, api, files }: SendContext,
  signal: AbortSignal,
): Promise<ApiAnswer | undefined> => {
  const bytes = await files.read(file.fileId);
  if (!bytes) return undefined;
  const place = await callSlack(
    api,
    secrets,
    'files.getUploadURLExternal',
    { filename: file.name, length: bytes.length },
    { isForm: true, signal },
  );
  const { ok, upload_url: url, file_id: id } = answerOf(place);
  const base = `${api.addressOf('files')}/`;
  if (!ok || typeof url !== 'string' || !url.startsWith(base)) return place;
  const { contentType, body } = multipartBody(
    {},
    { field: 'file', name: file.name, mediaType: 'application/octet-stream', bytes },
  );
  const stored = await api.call('files', url.slice(base.length - 1), {
    headers: { 'content-type': contentType },
    body,
    signal,
    timeoutMs: uploadTimeoutMs,
  });
  if (stored.status !== 200) return stored;
  return callSlack(
    api,
    secrets,
    'files.completeUploadExternal',
    { ...parameters, files: [{ id, title: file.name }] },
    { signal },
  );
};

const send: Connector['send'] = async (given, context, signal) => {
  const call = given as SlackCall;
  const { secrets } = context.connection;
  const url = `${context.api.addressOf('api')}/${call.method}`;
  return withFailures(url, signal, async () => {
    const { draft } = context;
    const replaced = draft === undefined ? undefined : await replaceSlackDraft(call, draft, context, signal);
    if (replaced) return outcomeOf(replaced, { url, secrets });
    const response =
      'file' in call
        ? await upload(call, context, signal)
        : await callSlack(context.api, secrets, call.method, call.parameters, { signal });
    if (!response) throw new UnsendableError(fileDeletedError);
    return outcomeOf(response, { url, secrets });
  });
};

/** Slack's Events API and Web API: https://docs.slack.dev/apis/events-api */
export const slack: Connector = {
  platform: 'slack',
  title: 'Slack',
  conversationType: 'TEAM_CHAT_1',
  userPrefix: 'slack',
  fields: [
    {
      name: 'botToken',
      isSecret: true,
      maxLength: 300,
      pattern: /xoxb-[A-Za-z0-9-]{10,290}/,
      rule: 'the bot user token of the app, which starts with xoxb-',
    },
    {
      name: 'signingSecret',
      isSecret: true,
      maxLength: 100,
      pattern: /[0-9a-f]{32,64}/,
      rule: 'the signing secret of the app: hexadecimal characters',
    },
    streamingField,
  ],
  commandMarks: slackCommandMarks,
  hosts: { api: 'https://slack.com/api', files: 'https://files.slack.com' },
  limits: { perSecond: 5, perChatMs: 1000, fileMb: 100 },
  // Slack disables the URL of an app whose requests fail.
  whilePaused: 'drop',
  receive: (request, { secrets, account }) => {
    if (!isSigned(request, secrets.signingSecret ?? ''))
      return { kind: 'refused', reason: 'The signature is missing, wrong or older than five minutes' };
    const envelope = parseEnvelope(request.body);
    if (!envelope) return { kind: 'refused', status: 400, reason: 'The body is not an event of Slack' };
    if (envelope.type === 'url_verification')
      return { kind: 'answered', answer: { body: String(envelope.challenge ?? '').slice(0, 1000) } };
    const message = messageOf(envelope.event);
    if (!message || !isWrittenBySomebody(message, account)) return { kind: 'answered', answer: {} };
    return {
      kind: 'updates',
      updates: [
        {
          // A message that names the bot arrives as two events.
          key: `${message.channel}/${message.ts}`,
          chatKey: slackChatKey(message),
          position: positionOf(message.ts),
          payload: message,
        },
      ],
    };
  },
  read: (payload, { account }) => readSlack(payload, account),
  render: renderSlack,
  send,
  drafts: slackDrafts,
  download: async (handle, { connection: { secrets }, api }, maxBytes) => {
    const base = `${api.addressOf('files')}/`;
    if (!handle.startsWith(base)) throw new ConnectorError('Slack sent no usable address of the file');
    return api.download('files', handle.slice(base.length - 1), {
      headers: { authorization: `Bearer ${secrets.botToken}` },
      maxBytes,
    });
  },
  describeUser: async (key, { connection: { secrets }, api }) => {
    const { user } = (await askSlack(api, secrets, 'users.info', { user: key, include_locale: true })) as {
      user?: { real_name?: string; locale?: string; profile?: { phone?: string } };
    };
    return { name: user?.real_name, language: user?.locale, phone: user?.profile?.phone };
  },
  identify: async ({ secrets }, api) => {
    const { team_id, user_id, team, user } = await askSlack(api, secrets, 'auth.test');
    return { key: `${team_id}/${user_id}`, name: `@${user} (${team})` };
  },
};
