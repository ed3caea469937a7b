import { ActionIcon, Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint, IconInfoCircle, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { address } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { AccountSecurity, Passkey } from '../../api/generated.ts';
import { forget, useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { makePasskey, passkeyFailure, passkeyObstacle } from '../../session/passkeys.ts';
import { useConfirmed } from '../../session/use-confirmed.tsx';
import { useSignInMethods } from '../../session/use-sign-in-methods.ts';
import { RecoveryCodesOnce } from './recovery-codes-once.tsx';

const touched = ['/account/security', '/sessions', '/session'];

interface NamePasskeyProps {
  /** undefined: a new one. */
  passkey: Passkey | undefined;
  confirmed<Result>(call: () => Promise<Result>): Promise<Result>;
  onDone(recoveryCodes: string[] | null): void;
  onClose(): void;
}

const NamePasskey = ({ passkey, confirmed, onDone, onClose }: NamePasskeyProps) => {
  const [name, setName] = useState(passkey?.name ?? '');
  const add = async (): Promise<string[] | null> => {
    const options = await confirmed(() => api.post('/account/passkeys/options'));
    const response = await makePasskey(options);
    const added = await api.post('/account/passkeys', { name, response });
    return added.recoveryCodes;
  };
  const save = useChange(
    async () => {
      if (!passkey) return add();
      await confirmed(() =>
        api.patch(address('/account/passkeys/{passkeyId}', { passkeyId: passkey.id }), { name }),
      );
      return null;
    },
    { changes: touched, onDone, quiet: true },
  );
  return (
    <FormDialog
      title={passkey ? `Rename ${passkey.name}` : 'Add a passkey'}
      action={passkey ? 'Save' : 'Continue'}
      change={save}
      failure={save.error ? (passkeyFailure(save.error) ?? save.error.message) : null}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      {!passkey && (
        <Text size="sm">
          Name it after the device or password manager that keeps it. Your browser then asks you to create it.
        </Text>
      )}
      <TextInput
        label="Name"
        placeholder="My laptop"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={100}
        required
        data-autofocus
      />
    </FormDialog>
  );
};

export const PasskeysSection = ({ security }: { security: AccountSecurity }) => {
  const { data: methods } = useSignInMethods();
  const [named, setNamed] = useState<Passkey | 'new'>();
  const [removed, setRemoved] = useState<Passkey>();
  const [codes, setCodes] = useState<string[]>();
  const { confirmed, dialog } = useConfirmed();
  const obstacle = methods && passkeyObstacle(methods.passkeys);
  return (
    <>
      {dialog}
      <Text size="sm" c="dimmed">
        A passkey signs you in with your fingerprint, face or device PIN, without a password. After a password
        it counts as the second factor.
      </Text>
      {obstacle && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />}>
          {obstacle}
        </Alert>
      )}
      {security.passkeys.map((passkey) => (
        <Group key={passkey.id} justify="space-between" wrap="nowrap">
          <Stack gap={0} miw={0}>
            <Text size="sm" fw={550} truncate>
              {passkey.name}
            </Text>
            <Text size="xs" c="dimmed">
              Added <TimeText time={passkey.createdAt} size="xs" />, last used{' '}
              <TimeText time={passkey.lastUsedAt} size="xs" />
              {passkey.isSynced && ', synced'}
            </Text>
          </Stack>
          <Group gap="xs" wrap="nowrap">
            <ActionIcon aria-label={`Rename ${passkey.name}`} onClick={() => setNamed(passkey)}>
              <IconPencil size={16} />
            </ActionIcon>
            <ActionIcon aria-label={`Remove ${passkey.name}`} onClick={() => setRemoved(passkey)}>
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        </Group>
      ))}
      {methods && !obstacle && (
        <Group>
          <Button
            variant={security.passkeys.length > 0 ? 'default' : 'filled'}
            leftSection={<IconFingerprint size={18} aria-hidden />}
            onClick={() => setNamed('new')}
          >
            Add a passkey
          </Button>
        </Group>
      )}
      {named && (
        <NamePasskey
          passkey={named === 'new' ? undefined : named}
          confirmed={confirmed}
          onClose={() => setNamed(undefined)}
          onDone={(recoveryCodes) => {
            setNamed(undefined);
            setCodes(recoveryCodes ?? undefined);
          }}
        />
      )}
      <RecoveryCodesOnce codes={codes} onClose={() => setCodes(undefined)} />
      <ConfirmDialog
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={`Remove ${removed?.name}?`}
        action="Remove"
        onConfirm={async () => {
          await confirmed(() =>
            api.remove(address('/account/passkeys/{passkeyId}', { passkeyId: removed!.id })),
          );
          await forget(...touched);
        }}
      >
        It no longer signs you in, and your other sessions end. Delete it in your browser or password manager
        too.
      </ConfirmDialog>
    </>
  );
};
