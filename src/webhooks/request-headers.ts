import { createHmac } from 'node:crypto';
import { signingSecretBytes } from '../lib/signing-secret.ts';
import type { Receiver } from './receiver.ts';

/** Standard Webhooks: every configured secret signs `id.timestamp.body`, so that a receiver can change its secret. */
const signatures = (secrets: string[], signed: string): string =>
  secrets
    .map((secret) => `v1,${createHmac('sha256', signingSecretBytes(secret)).update(signed).digest('base64')}`)
    .join(' ');

/** A Basic token may be configured in base64 or as `user:password`. Base64 has no colon. */
const authorizationHeader = ({ scheme, token }: NonNullable<Receiver['authorization']>): string =>
  `${scheme} ${scheme === 'Basic' && token.includes(':') ? Buffer.from(token).toString('base64') : token}`;

export const requestHeaders = (
  { authorization, signingSecrets }: Pick<Receiver, 'authorization' | 'signingSecrets'>,
  { id, body, nowMs }: { id: string; body: string; nowMs: number },
): Record<string, string> => {
  const timestamp = Math.floor(nowMs / 1000).toString();
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Frontdesk',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
  };
  if (authorization) headers.authorization = authorizationHeader(authorization);
  if (signingSecrets.length > 0)
    headers['webhook-signature'] = signatures(signingSecrets, `${id}.${timestamp}.${body}`);
  return headers;
};
