import type { EncryptedColumn } from '../../encryption/index.ts';
import { encryptedSettings } from '../encrypted-settings.ts';

/** The ID of a version begins with the ID of its agent, for which its secrets are encrypted. */
const agentIdOf = (id: string): string => id.slice(0, id.indexOf(':'));

export const encryptedVersions: EncryptedColumn = {
  ...encryptedSettings,
  table: 'agent_versions',
  changeSecrets: (value, id, change) => encryptedSettings.changeSecrets(value, agentIdOf(id), change),
};
