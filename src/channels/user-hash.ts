import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a site's server makes of a user_id to vouch for it: hex, either case. */
export const userHash = (userId: string, secret: string): string =>
  createHmac('sha256', secret).update(userId, 'utf8').digest('hex');

/** Takes as long for a hash that is nearly right as for one that is not at all. */
export const isUserHash = (given: string, userId: string, secret: string): boolean => {
  if (!/^[0-9a-f]{64}$/i.test(given)) return false;
  return timingSafeEqual(Buffer.from(given, 'hex'), Buffer.from(userHash(userId, secret), 'hex'));
};
