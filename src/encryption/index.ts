export { encryptPlainSecrets, removeOldCopies } from './encrypt-plain-secrets.ts';
export { countByKey, type EncryptedColumn, encryptColumns, wholeColumn } from './encrypted-column.ts';
export { createEncryption, DecryptionError, type Encryption, type Place } from './encryption.ts';
export { keyFileName } from './key-file.ts';
export { type KeySource, openEncryption, requireCurrentKey, SecretKeyError } from './open-encryption.ts';
