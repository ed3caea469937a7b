import { createHmac, timingSafeEqual } from 'node:crypto';

/** The legacy format: hex(HMAC-SHA256(secret, user_id)). It never expires and works in every browser. */
export const userHash = (userId: string, secret: string): string =>
  createHmac('sha256', secret).update(userId, 'utf8').digest('hex');

export interface ExpiringHash {
  userId: string;
  expiresSeconds: number;
  /** If given, the hash is valid only in the browser with this anonymous_id. */
  anonymousId?: string | undefined;
}

/**
 * SHA-512, while the legacy format is SHA-256: a site that signs any user_id in the legacy format can never be made to
 * sign a text that is valid here.
 */
const macOf = ({ userId, expiresSeconds, anonymousId = '' }: ExpiringHash, secret: string): string =>
  createHmac('sha512', secret).update(`${expiresSeconds}\n${anonymousId}\n${userId}`, 'utf8').digest('hex');

/** The recommended format: `v2.{expires}.{mac}`, or `v2.{expires}.{anonymous_id}.{mac}` for one browser. */
export const expiringUserHash = (hash: ExpiringHash, secret: string): string =>
  ['v2', hash.expiresSeconds, ...(hash.anonymousId ? [hash.anonymousId] : []), macOf(hash, secret)].join('.');

const isSameHex = (given: string, expected: string): boolean =>
  timingSafeEqual(Buffer.from(given, 'hex'), Buffer.from(expected, 'hex'));

const legacyPattern = /^[0-9a-f]{64}$/i;
const expiringPattern = /^v2\.(\d{1,12})\.(?:([a-z0-9_-]{1,64})\.)?([0-9a-f]{128})$/i;

export type UserHashCheck =
  | { isValid: false; hasExpired: boolean }
  | { isValid: true; anonymousId: string | undefined };

interface CheckOptions {
  userId: string;
  secret: string;
  nowMs: number;
  acceptLegacy: boolean;
}

/** Takes the same time for every wrong hash. */
export const checkUserHash = (
  given: string,
  { userId, secret, nowMs, acceptLegacy }: CheckOptions,
): UserHashCheck => {
  if (acceptLegacy && legacyPattern.test(given) && isSameHex(given, userHash(userId, secret)))
    return { isValid: true, anonymousId: undefined };
  const match = expiringPattern.exec(given);
  if (!match) return { isValid: false, hasExpired: false };
  const [, expires, anonymousId, mac] = match;
  const expiresSeconds = Number(expires);
  if (!isSameHex(mac!, macOf({ userId, expiresSeconds, anonymousId }, secret)))
    return { isValid: false, hasExpired: false };
  if (expiresSeconds * 1000 <= nowMs) return { isValid: false, hasExpired: true };
  return { isValid: true, anonymousId };
};
