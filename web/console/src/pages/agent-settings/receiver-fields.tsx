import { ActionIcon, Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { Authorization } from '../../api/derived-types.ts';
import { CopyIcon } from '../../components/copy-field.tsx';
import { SecretInput } from '../../components/secret-input.tsx';
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
  /** A stored secret is too short to be safe. */
  hasWeakSecret: boolean;
}

const mostSecrets = 5;
/** Of the Standard Webhooks scheme. */
const secretPrefix = 'whsec_';

const AuthorizationFields = ({ value, onChange }: FieldsProps) => {
  const { authorization } = value;
  return (
    <>
      <NativeSelect
        label="Authorization header"
        data={['None', 'Bearer', 'Basic']}
        value={authorization?.scheme ?? 'None'}
        onChange={(event) => {
          const scheme = event.currentTarget.value;
          onChange({
            authorization:
              scheme === 'None'
                ? null
                : { scheme: scheme as Authorization['scheme'], token: authorization?.token ?? '' },
          });
        }}
      />
      {authorization && (
        <SecretInput
          label={authorization.scheme === 'Basic' ? 'user:password in base64' : 'Token'}
          value={authorization.token}
          onChange={(token) => onChange({ authorization: { ...authorization, token } })}
        />
      )}
    </>
  );
};

/** What proves to a receiver that a call is ours. */
export const ReceiverFields = ({ value, onChange, hasWeakSecret }: ReceiverFieldsProps) => {
  const { signingSecrets } = value;
  const set = (next: string[]): void => onChange({ signingSecrets: next });
  return (
    <>
      <AuthorizationFields value={value} onChange={onChange} />
      <Stack gap="xs">
        <Text size="sm" fw={500}>
          Signing secrets
        </Text>
        <Text size="xs" c="dimmed">
          Every one of them signs each call (Standard Webhooks), so that a receiver can move to a new one.
          Copy a new secret before you save: it is not shown again.
        </Text>
        {hasWeakSecret && (
          <Alert color="orange" title="A secret is too short">
            It has fewer than 24 bytes and could be guessed. Add a new secret, set it up at the receiver, then
            remove the short one.
          </Alert>
        )}
        {signingSecrets.map((secret, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: secrets have no other name
          <Group key={index} align="flex-end" gap="xs" wrap="nowrap">
            <div style={{ flex: 1 }}>
              <SecretInput
                label={`Secret ${index + 1}`}
                value={secret}
                onChange={(text) => set(signingSecrets.with(index, text))}
              />
            </div>
            {!secret.startsWith('••••') && <CopyIcon value={secret} label={`Copy secret ${index + 1}`} />}
            <ActionIcon
              aria-label={`Remove secret ${index + 1}`}
              onClick={() => set(signingSecrets.toSpliced(index, 1))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        {signingSecrets.length < mostSecrets && (
          <div>
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => set([...signingSecrets, makeSecret(secretPrefix)])}
            >
              Add a secret
            </Button>
          </div>
        )}
      </Stack>
    </>
  );
};
