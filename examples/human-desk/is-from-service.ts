import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const toleranceSeconds = 300;

interface Expected {
  /** The bearer token the agent's settings send along; absent: not checked. */
  token?: string | undefined;
  /** One of the agent's signing secrets; absent: not checked. */
  signingSecret?: string | undefined;
}

const isEqual = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const keyOf = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret);

const isSigned = (headers: IncomingHttpHeaders, body: string, secret: string, nowMs: number): boolean => {
  const [id, timestamp] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])];
  if (!(Math.abs(nowMs / 1000 - Number(timestamp)) <= toleranceSeconds)) return false;
  const digest = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return String(headers['webhook-signature'])
    .split(' ')
    .some((signature) => isEqual(signature, `v1,${digest}`));
};

/** Anybody can call an address; these headers only the service can send. */
export const isFromService = (
  headers: IncomingHttpHeaders,
  body: string,
  { token, signingSecret }: Expected,
  nowMs: number,
): boolean =>
  (token === undefined || isEqual(String(headers.authorization), `Bearer ${token}`)) &&
  (signingSecret === undefined || isSigned(headers, body, signingSecret, nowMs));
