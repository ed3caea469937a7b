import { createPublicKey, verify } from 'node:crypto';
import type { InboundRequest } from '../connector.ts';

/** Older requests are refused, because somebody could send a recorded one again. */
const replayWindowSeconds = 300;

/** Whether the request is signed with the key of the app (Ed25519 over the time and the body) and new. */
export const isSigned = (
  { headers, body, nowMs }: Pick<InboundRequest, 'headers' | 'body' | 'nowMs'>,
  publicKeyHex: string,
): boolean => {
  const timestamp = headers['x-signature-timestamp'] ?? '';
  const signature = headers['x-signature-ed25519'] ?? '';
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{128}$/i.test(signature)) return false;
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > replayWindowSeconds) return false;
  try {
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKeyHex, 'hex').toString('base64url') },
      format: 'jwk',
    });
    return verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'hex'));
  } catch {
    // Not a key.
    return false;
  }
};
