import { createHmac } from 'node:crypto';
import type { ConnectionAccess, Inbound, InboundEvent, InboundFile, InboundRequest } from '../connector.ts';
import { isSameSecret } from '../is-same-secret.ts';
import { readCommand } from '../read-command.ts';
import { explainTwilio, outsideWindow } from './twilio-errors.ts';
import { withClosedWindow } from './whatsapp-text.ts';

/** What is stored of a webhook: https://www.twilio.com/docs/messaging/guides/webhook-request */
interface TwilioPayload {
  from?: string;
  name?: string;
  /** Everything that can be read as text, one part a line. */
  text?: string;
  media?: { url: string; type: string }[];
  receivedAtMs?: number;
  report?: { deliveryId: string; code: number; atMs: number };
}

/** Much larger than any request of Twilio. */
const largestBodyBytes = 256 * 1024;
const mostMedia = 10;
/** Without this, Twilio would look for instructions in the answer. */
const emptyAnswer = { contentType: 'text/xml; charset=utf-8', body: '<Response/>' };

/** The address of status reports about one message. Twilio signs it with its query. */
export const reportUrl = (inboundUrl: string, deliveryId: string): string =>
  `${inboundUrl}?delivery=${encodeURIComponent(deliveryId)}`;

const signatureOf = (url: string, parameters: URLSearchParams, authToken: string): string => {
  const sorted = [...parameters].sort(([one, first], [other, second]) => {
    if (one !== other) return one < other ? -1 : 1;
    return first < second ? -1 : 1;
  });
  const signed = url + sorted.map(([name, value]) => name + value).join('');
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64');
};

const textOf = (parameters: URLSearchParams): string => {
  const [latitude, longitude] = [parameters.get('Latitude'), parameters.get('Longitude')];
  return [
    parameters.get('Body') || parameters.get('ButtonText') || parameters.get('ListTitle'),
    parameters.get('Label'),
    parameters.get('Address'),
    latitude && longitude ? `${latitude}, ${longitude}` : '',
  ]
    .filter(Boolean)
    .join('\n');
};

const mediaOf = (parameters: URLSearchParams): NonNullable<TwilioPayload['media']> => {
  const count = Math.min(Number(parameters.get('NumMedia') ?? 0) || 0, mostMedia);
  return Array.from({ length: count }, (_, index) => ({
    url: parameters.get(`MediaUrl${index}`) ?? '',
    type: parameters.get(`MediaContentType${index}`) ?? '',
  }));
};

export const receiveTwilio = (
  request: InboundRequest,
  { secrets, settings, inboundUrl }: ConnectionAccess,
): Inbound => {
  if (request.method !== 'POST')
    return { kind: 'refused', status: 400, reason: 'Twilio sends POST requests' };
  if (request.body.length > largestBodyBytes)
    return { kind: 'refused', status: 400, reason: 'The body is larger than requests of Twilio' };
  const parameters = new URLSearchParams(request.body.toString('utf8'));
  const deliveryId = request.query.delivery;
  const url = deliveryId === undefined ? inboundUrl : reportUrl(inboundUrl, deliveryId);
  const expected = signatureOf(url, parameters, secrets.authToken ?? '');
  if (!isSameSecret(request.headers['x-twilio-signature'], expected))
    return { kind: 'refused', reason: 'The header X-Twilio-Signature is missing or wrong' };
  const sid = parameters.get('MessageSid') ?? '';
  const from = parameters.get('From') ?? '';
  const status = parameters.get('MessageStatus');
  const { nowMs } = request;
  if (status !== null) {
    // Queued, sent, delivered and read need no action.
    if (deliveryId === undefined || (status !== 'failed' && status !== 'undelivered'))
      return { kind: 'answered', answer: emptyAnswer };
    const key = `${status} ${sid}`;
    const report = { deliveryId, code: Number(parameters.get('ErrorCode') ?? 0) || 0, atMs: nowMs };
    const payload: TwilioPayload = { report };
    // Not in the order of the chat, because a message must not wait for a report.
    return {
      kind: 'updates',
      updates: [{ key, chatKey: key, position: nowMs, payload }],
      answer: emptyAnswer,
    };
  }
  if (!/^whatsapp:\+\d{5,20}$/.test(from) || parameters.get('To') !== `whatsapp:${settings.number}`)
    return { kind: 'answered', answer: emptyAnswer };
  const name = parameters.get('ProfileName');
  const payload: TwilioPayload = {
    from,
    text: textOf(parameters),
    media: mediaOf(parameters),
    receivedAtMs: nowMs,
    ...(name === null ? {} : { name }),
  };
  return {
    kind: 'updates',
    updates: [{ key: sid, chatKey: from, position: nowMs, payload }],
    answer: emptyAnswer,
  };
};

const toFile = ({ url, type }: { url: string; type: string }): InboundFile[] => {
  if (/^(?:video\/|text\/(?:x-)?vcard)/.test(type)) return [];
  if (type.startsWith('image/')) return [{ kind: 'image', handle: url }];
  if (type.startsWith('audio/')) return [{ kind: 'audio', handle: url }];
  return [{ kind: 'document', handle: url }];
};

export const readTwilio = (payload: unknown, { settings }: ConnectionAccess): InboundEvent => {
  const { from, name, text: given = '', media = [], receivedAtMs, report } = payload as TwilioPayload;
  if (report) {
    const { deliveryId, code, atMs } = report;
    const canUseTemplate = code === outsideWindow && Boolean(settings.contentSid);
    return {
      kind: 'undelivered',
      deliveryId,
      error: explainTwilio(code, ''),
      ...(canUseTemplate ? { readdress: withClosedWindow(atMs) } : {}),
    };
  }
  if (from === undefined) return { kind: 'ignored' };
  const { command, text } = readCommand(given);
  const files = media.flatMap(toFile);
  return {
    kind: 'message',
    message: {
      address: { to: from, receivedAtMs: receivedAtMs ?? null },
      isGroup: false,
      user: { key: from, name, phone: from.replace('whatsapp:', '') },
      text,
      command,
      files,
      ...(text === '' && files.length === 0 && command === undefined ? { isUnsupported: true } : {}),
    },
  };
};
