import { randomBytes } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const randomLength = 16;
/** With the random part and the hyphen it fits a user_id of 32 characters. */
const longestChannel = 15;

const pattern = new RegExp(`^[a-z0-9_]{1,${longestChannel}}-[${alphabet}]{${randomLength}}$`);

/**
 * Id of a user who talks through a channel before the user is known, such as
 * `widget-k3v9…`: the channel is readable, the rest has 80 random bits.
 */
export const newAnonymousId = (channel: string): string => {
  const name = channel
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, longestChannel)
    .replace(/^_+|_+$/g, '');
  const random = [...randomBytes(randomLength)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return `${name || 'user'}-${random}`;
};

/** Distinguishes ids created here from a developer's ids, so that a developer's user never counts as anonymous. */
export const isAnonymousId = (id: string): boolean => pattern.test(id);
