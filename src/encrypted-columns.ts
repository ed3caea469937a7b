import { encryptedCodeApps } from './accounts/index.ts';
import { encryptedSettings } from './agents/index.ts';
import { encryptedServiceSecrets } from './auth/index.ts';
import type { EncryptedColumn } from './encryption/index.ts';

/** Every column that holds secrets: what is encrypted after an upgrade and encrypted again by a rotation. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  encryptedSettings,
  encryptedServiceSecrets,
  encryptedCodeApps,
];
