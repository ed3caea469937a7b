import type { ChannelConnectionWithSecrets } from '../../api/generated.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { t } from '../../messages/translate.ts';
import { platforms } from './platforms.ts';

interface ConnectionSecretsProps {
  /** Absent: closed. */
  connection: ChannelConnectionWithSecrets | undefined;
  onClose(): void;
}

/** Shows the secrets that the service created for a connection, once. */
export const ConnectionSecrets = ({ connection, onClose }: ConnectionSecretsProps) => {
  const [first, ...others] = connection ? (platforms[connection.platform].secrets ?? []) : [];
  if (!connection || !first) return null;
  return (
    <SecretOnce
      secret={connection.secrets[first.name]}
      title={t('messaging.secretsOf', { name: connection.name })}
      label={t(first.label)}
      onClose={onClose}
    >
      {others.map(({ name, label }) => (
        <CopyField key={name} label={t(label)} value={connection.secrets[name] ?? ''} />
      ))}
    </SecretOnce>
  );
};
