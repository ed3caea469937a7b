import type { EncryptedColumn, Encryption, Place } from '../encryption/index.ts';
import type { ConnectionSettings } from './connection-settings.ts';

type Change = (secret: string, place: Place) => string;

/** The settings with `change` applied to the API key and to every header. */
const changeSecrets = (settings: ConnectionSettings, id: string, change: Change): ConnectionSettings => {
  const placeOf = (field: string): Place => ['model_connections.settings', id, field];
  const { apiKey, headers } = settings;
  return {
    ...settings,
    apiKey: apiKey === null ? null : change(apiKey, placeOf('apiKey')),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, change(value, placeOf(`headers.${name}`))]),
    ),
  };
};

export const encryptConnection = (settings: ConnectionSettings, id: string, encryption: Encryption): string =>
  JSON.stringify(changeSecrets(settings, id, encryption.encrypt));

export const decryptConnection = (
  row: { id: string; settings: string; encryption_key_id: string | null },
  encryption: Encryption,
): ConnectionSettings => {
  const settings = JSON.parse(row.settings) as ConnectionSettings;
  return row.encryption_key_id === null ? settings : changeSecrets(settings, row.id, encryption.decrypt);
};

export const encryptedConnections: EncryptedColumn = {
  table: 'model_connections',
  idColumn: 'id',
  column: 'settings',
  changeSecrets: (value, id, change) => JSON.stringify(changeSecrets(JSON.parse(value), id, change)),
  withoutSecrets: (value) => JSON.stringify({ ...JSON.parse(value), apiKey: null, headers: {} }),
};
