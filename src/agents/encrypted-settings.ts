import type { EncryptedColumn, Encryption, Place } from '../encryption/index.ts';
import { type AgentSettings, completeSettings } from './agent-settings.ts';
import { secretHolders } from './secret-holders.ts';

/** The settings with `change` applied to each of their secrets; the given ones stay as they are. */
const changeSecrets = (
  settings: AgentSettings,
  agentId: string,
  change: (secret: string, place: Place) => string,
): AgentSettings => {
  const changed = structuredClone(settings);
  for (const { secrets } of secretHolders(changed))
    for (const secret of secrets) secret.set(change(secret.get(), ['agents.settings', agentId, secret.path]));
  return changed;
};

/** As they are stored: every secret encrypted, everything else readable. */
export const encryptSettings = (settings: AgentSettings, agentId: string, encryption: Encryption): string =>
  JSON.stringify(changeSecrets(settings, agentId, encryption.encrypt));

export const decryptSettings = (
  row: { id: string; settings: string; encryption_key_id: string | null },
  encryption: Encryption,
): AgentSettings => {
  const settings = completeSettings(JSON.parse(row.settings));
  return row.encryption_key_id === null ? settings : changeSecrets(settings, row.id, encryption.decrypt);
};

export const encryptedSettings: EncryptedColumn = {
  table: 'agents',
  idColumn: 'id',
  column: 'settings',
  changeSecrets: (value, id, change) =>
    JSON.stringify(changeSecrets(completeSettings(JSON.parse(value)), id, change)),
};
