import { encryptedCodeApps } from './accounts/index.ts';
import { encryptedSettings, encryptedVersions } from './agents/index.ts';
import { encryptedServiceSecrets } from './auth/index.ts';
import { encryptedChannelSecrets } from './channels/index.ts';
import type { EncryptedColumn } from './encryption/index.ts';
import { encryptedSourceCredentials } from './knowledge/index.ts';
import { encryptedConnections } from './model-connections/index.ts';

/** Every column with secrets: encrypted after an upgrade and re-encrypted by a rotation. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  encryptedSettings,
  encryptedVersions,
  encryptedServiceSecrets,
  encryptedCodeApps,
  encryptedConnections,
  encryptedSourceCredentials,
  encryptedChannelSecrets,
];
