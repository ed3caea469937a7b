import { createHash } from 'node:crypto';
import type { Passwords } from '../../../src/accounts/index.ts';

const quickHash = (password: string): string =>
  `quick$${createHash('sha256').update(password).digest('base64url')}`;

/** Real hashing takes a tenth of a second and 128 MB a time; only its own test and databases that hold such hashes need it. */
export const quickPasswords: Passwords = {
  hash: async (password) => quickHash(password),
  verify: async (password, stored) => stored === quickHash(password),
};
