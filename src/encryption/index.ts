export { discardSecrets } from './discard-secrets.ts';
export { encryptPlainSecrets, removeOldCopies } from './encrypt-plain-secrets.ts';
export { countByKey, type EncryptedColumn, encryptColumns, wholeColumn } from './encrypted-column.ts';
export { createEncryption, DecryptionError, type Encryption, type Place } from './encryption.ts';
export { keyFileName, readKeyFile, replaceKeyFile } from './key-file.ts';
export { readUsedKeys } from './key-store.ts';
export { type KeySource, openEncryption, requireCurrentKey, SecretKeyError } from './open-encryption.ts';
export { type Rotation, rotateKey } from './rotate-key.ts';
