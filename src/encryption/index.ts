export { discardSecrets } from './discard-secrets.ts';
export { encryptPlainSecrets } from './encrypt-plain-secrets.ts';
export { type EncryptedColumn, wholeColumn } from './encrypted-column.ts';
export { countByKey, removeOldCopies } from './encrypted-row-store.ts';
export { createEncryption, type Encryption, type Place } from './encryption.ts';
export { keyFileName, readKeyFile, replaceKeyFile } from './key-file.ts';
export { readUsedKeys } from './key-store.ts';
export { openEncryption, requireCurrentKey } from './open-encryption.ts';
export { rotateKey } from './rotate-key.ts';
