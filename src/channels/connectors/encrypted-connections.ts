import type { EncryptedColumn, Encryption, Place } from '../../encryption/index.ts';

type Secrets = Record<string, string>;
type Change = (secret: string, place: Place) => string;

const changeSecrets = (secrets: Secrets, id: string, change: Change): Secrets =>
  Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [
      name,
      change(value, ['channel_connections.secrets', id, name]),
    ]),
  );

export const encryptSecrets = (secrets: Secrets, id: string, encryption: Encryption): string =>
  JSON.stringify(changeSecrets(secrets, id, encryption.encrypt));

export const decryptSecrets = (
  row: { id: string; secrets: string; encryption_key_id: string | null },
  encryption: Encryption,
): Secrets => {
  const secrets = JSON.parse(row.secrets) as Secrets;
  return row.encryption_key_id === null ? secrets : changeSecrets(secrets, row.id, encryption.decrypt);
};

export const encryptedChannelSecrets: EncryptedColumn = {
  table: 'channel_connections',
  idColumn: 'id',
  column: 'secrets',
  changeSecrets: (value, id, change) => JSON.stringify(changeSecrets(JSON.parse(value), id, change)),
  // Without its secrets a connection cannot work. The operator connects the bot again.
  withoutSecrets: () => undefined,
};
