import { createEncryption } from '../../../src/encryption/index.ts';
import { parseSecretKey } from '../../../src/lib/secret-key.ts';

/** FRONTDESK_SECRET_KEY of services in tests. Several processes on one database need the same key. */
export const testSecretKey = Buffer.from('a key for tests, of 32 bytes ...').toString('base64');

/** For modules that run without a whole service. */
export const testEncryption = createEncryption(parseSecretKey(testSecretKey, 'the test key'));
