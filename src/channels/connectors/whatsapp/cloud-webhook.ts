import { createHmac } from 'node:crypto';
import type { ConnectionAccess, Inbound, InboundRequest, PlatformUpdate } from '../connector.ts';
import { isSameSecret } from '../is-same-secret.ts';

/** The parts of a message that are used: https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks */
export interface CloudMessage {
  id: string;
  /** Phone number. Absent if the user hides it. */
  from?: string;
  /** Id of the user for this business. */
  from_user_id?: string;
  group_id?: string;
  timestamp?: string;
  type?: string;
  text?: { body?: string };
  image?: CloudMedia;
  audio?: CloudMedia;
  document?: CloudMedia;
  video?: CloudMedia;
  location?: { latitude?: number; longitude?: number; name?: string; address?: string };
  contacts?: { name?: { formatted_name?: string }; phones?: { phone?: string }[] }[];
  button?: { text?: string };
  interactive?: {
    type?: string;
    button_reply?: { title?: string };
    list_reply?: { title?: string };
  };
}

interface CloudMedia {
  id?: string;
  caption?: string;
  filename?: string;
  voice?: boolean;
}

interface CloudContact {
  profile?: { name?: string };
  wa_id?: string;
  user_id?: string;
}

interface CloudStatus {
  id?: string;
  status?: string;
  timestamp?: string;
  biz_opaque_callback_data?: string;
  errors?: { code?: number; title?: string; message?: string; error_data?: { details?: string } }[];
}

/** What is stored of a webhook for one message or one report. */
export interface CloudPayload {
  message?: CloudMessage;
  name?: string;
  phone?: string;
  report?: { deliveryId: string; code: number; text: string; atMs: number };
}

interface CloudValue {
  metadata?: { phone_number_id?: string };
  contacts?: CloudContact[];
  messages?: CloudMessage[];
  statuses?: CloudStatus[];
}

/** Meta repeats a request for up to 7 days. Older messages could be repetitions that are not known any more. */
const oldestMs = 7 * 24 * 60 * 60 * 1000;
const longestReport = 200;

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const objectsOf = <T extends object>(value: unknown): T[] =>
  Array.isArray(value) ? (value.filter(isObject) as T[]) : [];

/** Undefined if it is not a webhook of a WhatsApp Business account. */
const parseValues = (body: Buffer): CloudValue[] | undefined => {
  try {
    const webhook: unknown = JSON.parse(body.toString('utf8'));
    if (!isObject(webhook) || webhook.object !== 'whatsapp_business_account') return undefined;
    return objectsOf<{ changes?: unknown }>(webhook.entry).flatMap(({ changes }) =>
      objectsOf<{ field?: unknown; value?: unknown }>(changes).flatMap(({ field, value }) =>
        field === 'messages' && isObject(value) ? [value as CloudValue] : [],
      ),
    );
  } catch {
    return undefined;
  }
};

const timeOf = (timestamp: unknown): number => {
  const seconds = Number(timestamp);
  return Number.isSafeInteger(seconds * 1000) && seconds > 0 ? seconds * 1000 : 0;
};

const toMessageUpdates = (
  { contacts, messages }: CloudValue,
  { nowMs, first }: { nowMs: number; first: number },
): PlatformUpdate[] => {
  const known = objectsOf<CloudContact>(contacts);
  return objectsOf<CloudMessage>(messages).flatMap((message, index) => {
    const { id, from, from_user_id: userId, timestamp } = message;
    const contact = known.find((one) =>
      userId === undefined ? one.wa_id === from : one.user_id === userId || one.wa_id === from,
    );
    const chatKey = userId ?? contact?.user_id ?? from;
    const sentAtMs = timeOf(timestamp);
    if (typeof id !== 'string' || typeof chatKey !== 'string' || nowMs - sentAtMs > oldestMs) return [];
    const payload: CloudPayload = {
      message: { ...message, from_user_id: chatKey },
      ...(contact?.profile?.name === undefined ? {} : { name: contact.profile.name }),
      ...(from === undefined ? {} : { phone: from }),
    };
    // Timestamps are seconds. Messages of one request are in order.
    return [{ key: id, chatKey, position: sentAtMs + Math.min(first + index, 999), payload }];
  });
};

const toReportUpdates = ({ statuses }: CloudValue, nowMs: number): PlatformUpdate[] =>
  objectsOf<CloudStatus>(statuses).flatMap((report) => {
    const { id, status, biz_opaque_callback_data: deliveryId, errors } = report;
    // Sent, delivered and read need no action.
    if (status !== 'failed' || typeof id !== 'string' || typeof deliveryId !== 'string') return [];
    const [error] = objectsOf<NonNullable<CloudStatus['errors']>[number]>(errors);
    const text = error?.error_data?.details ?? error?.message ?? error?.title ?? '';
    const payload: CloudPayload = {
      report: {
        deliveryId,
        code: Number(error?.code ?? 0),
        text: String(text).slice(0, longestReport),
        atMs: timeOf(report.timestamp),
      },
    };
    // Not in the order of the chat, because a message must not wait for a report.
    return [{ key: `failed ${id}`, chatKey: `failed ${id}`, position: nowMs, payload }];
  });

const answerHandshake = ({ query }: InboundRequest, verifyToken: string | undefined): Inbound => {
  const challenge = query['hub.challenge'] ?? '';
  if (query['hub.mode'] !== 'subscribe' || !isSameSecret(query['hub.verify_token'], verifyToken))
    return { kind: 'refused', reason: 'The verify token is missing or wrong' };
  if (!/^[\w-]{1,200}$/.test(challenge))
    return { kind: 'refused', status: 400, reason: 'hub.challenge is missing' };
  return { kind: 'answered', answer: { body: challenge } };
};

export const receiveCloud = (request: InboundRequest, { secrets, account }: ConnectionAccess): Inbound => {
  if (request.method === 'GET') return answerHandshake(request, secrets.verifyToken);
  const digest = createHmac('sha256', secrets.appSecret ?? '')
    .update(request.body)
    .digest('hex');
  if (!isSameSecret(request.headers['x-hub-signature-256'], `sha256=${digest}`))
    return { kind: 'refused', reason: 'The header X-Hub-Signature-256 is missing or wrong' };
  const values = parseValues(request.body);
  if (!values)
    return { kind: 'refused', status: 400, reason: 'The body is not a webhook of a WhatsApp account' };
  const { nowMs } = request;
  const updates: PlatformUpdate[] = [];
  const otherAccounts: string[] = [];
  for (const value of values) {
    const numberId = value.metadata?.phone_number_id;
    // One app has one URL, and can have several numbers.
    if (numberId !== account.key) {
      if (typeof numberId === 'string') otherAccounts.push(numberId);
      continue;
    }
    updates.push(...toMessageUpdates(value, { nowMs, first: updates.length }));
    updates.push(...toReportUpdates(value, nowMs));
  }
  return updates.length === 0
    ? { kind: 'answered', answer: {}, otherAccounts }
    : { kind: 'updates', updates, otherAccounts };
};
