import { ActionIcon, Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconFingerprint, IconInfoCircle, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { address } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { AccountSecurity, Passkey } from '../../api/generated.ts';
import { forget, useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { LimitedInput } from '../../components/limited-input.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { rich } from '../../messages/rich.ts';
import { t } from '../../messages/translate.ts';
import { makePasskey, passkeyFailure, passkeyObstacle } from '../../session/passkeys.ts';
import { useConfirmed } from '../../session/use-confirmed.tsx';
import { useSignInMethods } from '../../session/use-sign-in-methods.ts';
import { RecoveryCodesOnce } from './recovery-codes-once.tsx';

const changedPaths = ['/account/security', '/sessions', '/session'];

interface NamePasskeyProps {
  /** undefined: add a new passkey. */
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
    { changes: changedPaths, onDone, quiet: true },
  );
  return (
    <FormDialog
      title={passkey ? t('common.renameNamed', { name: passkey.name }) : t('account.passkey.add')}
      action={passkey ? t('common.save') : t('account.passkey.continue')}
      change={save}
      failure={save.error ? (passkeyFailure(save.error) ?? save.error.message) : null}
      isReady={name.trim() !== ''}
      onClose={onClose}
    >
      {!passkey && <Text size="sm">{t('account.passkey.nameHint')}</Text>}
      <LimitedInput
        label={t('common.name')}
        placeholder={t('account.passkey.example')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        limit={100}
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
        {t('account.passkey.hint')}
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
              {rich(passkey.isSynced ? 'account.passkey.usedSynced' : 'account.passkey.used', {
                added: <TimeText time={passkey.createdAt} size="xs" />,
                used: <TimeText time={passkey.lastUsedAt} size="xs" />,
              })}
            </Text>
          </Stack>
          <Group gap="xs" wrap="nowrap">
            <ActionIcon
              aria-label={t('common.renameNamed', { name: passkey.name })}
              onClick={() => setNamed(passkey)}
            >
              <IconPencil size={16} />
            </ActionIcon>
            <ActionIcon
              aria-label={t('account.removeNamed', { name: passkey.name })}
              onClick={() => setRemoved(passkey)}
            >
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
            {t('account.passkey.add')}
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
        title={t('account.removeTitle', { name: removed?.name ?? '' })}
        action={t('common.remove')}
        onConfirm={async () => {
          await confirmed(() =>
            api.remove(address('/account/passkeys/{passkeyId}', { passkeyId: removed!.id })),
          );
          await forget(...changedPaths);
        }}
      >
        {t('account.passkey.removeText')}
      </ConfirmDialog>
    </>
  );
};
