import { createHmac } from 'node:crypto';
import { signingSecretBytes } from './signing-secret.ts';

/** Headers of Standard Webhooks: every secret signs `id.timestamp.body`, so that a receiver can change its secret. */
export const webhookHeaders = (
  secrets: readonly string[],
  { id, body, nowMs }: { id: string; body: string; nowMs: number },
): Record<string, string> => {
  const timestamp = Math.floor(nowMs / 1000).toString();
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', signingSecretBytes(secret)).update(signed).digest('base64')}`,
  );
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Frontdesk',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signatures.length === 0 ? {} : { 'webhook-signature': signatures.join(' ') }),
  };
};
