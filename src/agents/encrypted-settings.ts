import type { EncryptedColumn, Encryption, Place } from '../encryption/index.ts';
import { type AgentSettings, completeSettings } from './agent-settings.ts';
import { secretHolders } from './secret-holders.ts';

/** Returns a copy of the settings with `change` applied to each secret. */
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

/** The stored form: every secret is encrypted, everything else is readable. */
export const encryptSettings = (settings: AgentSettings, agentId: string, encryption: Encryption): string =>
  JSON.stringify(changeSecrets(settings, agentId, encryption.encrypt));

export const decryptSettings = (
  row: { id: string; settings: string; encryption_key_id: string | null },
  encryption: Encryption,
): AgentSettings => {
  const settings = completeSettings(JSON.parse(row.settings));
  return row.encryption_key_id === null ? settings : changeSecrets(settings, row.id, encryption.decrypt);
};

/** The secrets are removed, so that they can be entered again: for exported files, and if the key is lost. */
export const emptySecrets = (settings: AgentSettings): AgentSettings => {
  const withoutHeaders = <Tool extends object>(tool: Tool): Tool => ({ ...tool, headers: {} });
  const withoutKey = (model: AgentSettings['model']): AgentSettings['model'] => {
    if (model === null) return null;
    const { apiKey: _key, headers: _headers, ...rest } = model as Record<string, unknown>;
    return rest as AgentSettings['model'];
  };
  const { tools, webhook, humanService, channels } = settings;
  return {
    ...settings,
    model: withoutKey(settings.model),
    fallbackModel: withoutKey(settings.fallbackModel),
    tools: { ...tools, http: tools.http.map(withoutHeaders), mcp: tools.mcp.map(withoutHeaders) },
    webhook: { ...webhook, authorization: null, signingSecrets: [] },
    humanService: { ...humanService, authorization: null, signingSecrets: [] },
    channels: { ...channels, identitySecret: null, previousIdentitySecret: null },
  };
};

export const encryptedSettings: EncryptedColumn = {
  table: 'agents',
  idColumn: 'id',
  column: 'settings',
  changeSecrets: (value, id, change) =>
    JSON.stringify(changeSecrets(completeSettings(JSON.parse(value)), id, change)),
  withoutSecrets: (value) => JSON.stringify(emptySecrets(completeSettings(JSON.parse(value)))),
};
