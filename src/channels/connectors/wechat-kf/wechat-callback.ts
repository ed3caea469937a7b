import type { ConnectionAccess, Inbound, InboundRequest } from '../connector.ts';
import { isSameSecret } from '../is-same-secret.ts';
import { readXml } from './read-xml.ts';
import { decryptWeChat, signatureOf } from './wechat-crypto.ts';

/** WeCom repeats a request within seconds. */
const replayWindowSeconds = 600;

const acknowledged = { body: 'success' };

/** One account of one organisation. */
export const accountKeyOf = (corpId: string, openKfId: string): string => `${corpId}/${openKfId}`;

/**
 * Requests of WeCom. They contain no messages, only that there are some, with a token to fetch them. All accounts of an
 * organisation share one URL.
 */
export const receiveWeChat = (
  { method, query, body, nowMs }: InboundRequest,
  { secrets, settings }: Pick<ConnectionAccess, 'secrets' | 'settings'>,
): Inbound => {
  const { token = '', encodingAesKey = '' } = secrets;
  const { corpId = '', openKfId } = settings;
  const { msg_signature: signature, timestamp = '', nonce = '', echostr } = query;
  const encrypted = method === 'GET' ? echostr : readXml(body.toString('utf8'))?.Encrypt;
  if (encrypted === undefined)
    return { kind: 'refused', status: 400, reason: 'The request has no encrypted content' };
  const isRecent =
    /^\d{1,12}$/.test(timestamp) && Math.abs(nowMs / 1000 - Number(timestamp)) <= replayWindowSeconds;
  if (!isRecent || !isSameSecret(signature, signatureOf([token, timestamp, nonce, encrypted])))
    return { kind: 'refused', reason: 'The signature is missing, wrong or older than ten minutes' };
  const content = decryptWeChat(encrypted, { encodingAesKey, corpId });
  if (content === undefined)
    return { kind: 'refused', reason: 'The content cannot be decrypted, or is for another organisation' };
  if (method === 'GET') return { kind: 'answered', answer: { body: content.slice(0, 1000) } };
  const event = readXml(content);
  if (event?.Event !== 'kf_msg_or_event') return { kind: 'answered', answer: acknowledged };
  if (event.OpenKfId !== undefined && event.OpenKfId !== openKfId)
    return {
      kind: 'answered',
      answer: acknowledged,
      otherAccounts: [accountKeyOf(corpId, event.OpenKfId).slice(0, 200)],
    };
  return { kind: 'pull', answer: acknowledged, ...(event.Token ? { hint: event.Token } : {}) };
};
