import { ActionIcon, Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { Authorization } from '../../api/derived-types.ts';
import { CopyIcon } from '../../components/copy-field.tsx';
import { SecretInput } from '../../components/secret-input.tsx';
import { t } from '../../messages/translate.ts';
import { makeSecret } from './make-secret.ts';

export interface ReceiverAccess {
  authorization: Authorization | null;
  signingSecrets: string[];
}

interface FieldsProps {
  value: ReceiverAccess;
  onChange(part: Partial<ReceiverAccess>): void;
}

interface ReceiverFieldsProps extends FieldsProps {
  /** A stored secret is too short. */
  hasWeakSecret: boolean;
}

const maxSecrets = 5;
/** From the Standard Webhooks specification. */
const secretPrefix = 'whsec_';

const AuthorizationFields = ({ value, onChange }: FieldsProps) => {
  const { authorization } = value;
  return (
    <>
      <NativeSelect
        label={t('agentSettings.receiver.authorization')}
        data={[{ value: '', label: t('agentSettings.receiver.noAuthorization') }, 'Bearer', 'Basic']}
        value={authorization?.scheme ?? ''}
        onChange={(event) => {
          const scheme = event.currentTarget.value;
          onChange({
            authorization:
              scheme === ''
                ? null
                : { scheme: scheme as Authorization['scheme'], token: authorization?.token ?? '' },
          });
        }}
      />
      {authorization && (
        <SecretInput
          label={
            authorization.scheme === 'Basic'
              ? t('agentSettings.receiver.basicToken')
              : t('agentSettings.receiver.token')
          }
          value={authorization.token}
          onChange={(token) => onChange({ authorization: { ...authorization, token } })}
        />
      )}
    </>
  );
};

/** How a receiver recognizes requests of the service: Authorization header and signatures. */
export const ReceiverFields = ({ value, onChange, hasWeakSecret }: ReceiverFieldsProps) => {
  const { signingSecrets } = value;
  const set = (next: string[]): void => onChange({ signingSecrets: next });
  return (
    <>
      <AuthorizationFields value={value} onChange={onChange} />
      <Stack gap="xs">
        <Text size="sm" fw={500}>
          {t('agentSettings.receiver.secrets')}
        </Text>
        <Text size="xs" c="dimmed">
          {t('agentSettings.receiver.secretsHint')}
        </Text>
        {hasWeakSecret && (
          <Alert color="orange" title={t('agentSettings.receiver.weakSecret')}>
            {t('agentSettings.receiver.weakSecretHint')}
          </Alert>
        )}
        {signingSecrets.map((secret, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: secrets have no id
          <Group key={index} align="flex-end" gap="xs" wrap="nowrap">
            <div style={{ flex: 1 }}>
              <SecretInput
                label={t('agentSettings.receiver.secret', { number: index + 1 })}
                value={secret}
                onChange={(text) => set(signingSecrets.with(index, text))}
              />
            </div>
            {!secret.startsWith('••••') && (
              <CopyIcon
                value={secret}
                label={t('agentSettings.receiver.copySecret', { number: index + 1 })}
              />
            )}
            <ActionIcon
              aria-label={t('agentSettings.receiver.removeSecret', { number: index + 1 })}
              onClick={() => set(signingSecrets.toSpliced(index, 1))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        {signingSecrets.length < maxSecrets && (
          <div>
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => set([...signingSecrets, makeSecret(secretPrefix)])}
            >
              {t('agentSettings.receiver.addSecret')}
            </Button>
          </div>
        )}
      </Stack>
    </>
  );
};
