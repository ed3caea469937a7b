import { webhookHeaders } from '../lib/webhook-headers.ts';
import type { Receiver } from './receiver.ts';

/** A Basic token may be configured in base64 or as `user:password`. Base64 has no colon. */
const authorizationHeader = ({ scheme, token }: NonNullable<Receiver['authorization']>): string =>
  `${scheme} ${scheme === 'Basic' && token.includes(':') ? Buffer.from(token).toString('base64') : token}`;

export const requestHeaders = (
  { authorization, signingSecrets }: Pick<Receiver, 'authorization' | 'signingSecrets'>,
  call: { id: string; body: string; nowMs: number },
): Record<string, string> => ({
  ...webhookHeaders(signingSecrets, call),
  ...(authorization ? { authorization: authorizationHeader(authorization) } : {}),
});
