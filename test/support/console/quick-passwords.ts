import { createHash } from 'node:crypto';
import type { Passwords } from '../../../src/accounts/index.ts';

const quickHash = (password: string): string =>
  `quick$${createHash('sha256').update(password).digest('base64url')}`;

/** Real hashing takes 0.1 s and 128 MB each. Only its own test and databases with real hashes need it. */
export const quickPasswords: Passwords = {
  hash: async (password) => quickHash(password),
  verify: async (password, stored) => stored === quickHash(password),
};
