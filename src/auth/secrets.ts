import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

/** Keys and tokens are long and random, so a plain hash is enough to protect them in the database. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const newApiKey = (): string => `app-${randomBytes(24).toString('base64url')}`;
export const newOperatorToken = (): string => `op-${randomBytes(24).toString('base64url')}`;
/** Token in the link of an invitation or a password reset. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url');
export const newSecretToken = (): string => randomBytes(32).toString('base64url');

/** The part of a key that is shown after its first display. */
export const keyPrefix = (key: string): string => key.slice(0, 8);

// OWASP's recommendation for scrypt: about 100 ms and 128 MB per guess.
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const hashBytes = 32;

export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  const hash = await derive(password.normalize('NFKC'), salt, hashBytes, cost);
  return `scrypt$${cost.N}$${cost.r}$${cost.p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
};

export const verifyPassword = async (password: string, stored: string): Promise<boolean> => {
  const [scheme, n, r, p, salt, hash] = stored.split('$');
  if (scheme !== 'scrypt' || !salt || !hash) return false;
  const expected = Buffer.from(hash, 'base64url');
  const actual = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), expected.length, {
    N: Number(n),
    r: Number(r),
    p: Number(p),
    maxmem: cost.maxmem,
  });
  return timingSafeEqual(actual, expected);
};
