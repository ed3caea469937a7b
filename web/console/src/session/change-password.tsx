import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/api.ts';
import { useChange } from '../api/use-change.ts';
import { t } from '../messages/translate.ts';
import { NewPasswordInput } from './new-password-input.tsx';
import { useConfirmed } from './use-confirmed.tsx';

interface ChangePasswordProps {
  email: string | null;
  /** False: the account signs in with a passkey or single sign-on only. */
  hasPassword?: boolean;
  onDone?(): void;
}

export const ChangePassword = ({ email, hasPassword = true, onDone }: ChangePasswordProps) => {
  const [currentPassword, setCurrentPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const { confirmed, dialog } = useConfirmed();
  const body = { newPassword, ...(hasPassword ? { currentPassword } : {}) };
  const change = useChange(() => confirmed(() => api.put('/session/password', body)), {
    changes: ['/account/security', '/sessions'],
    done: t('session.passwordChanged'),
    onDone: () => {
      setCurrentPassword('');
      setNewPassword('');
      onDone?.();
    },
    quiet: true,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      {dialog}
      <Stack maw={420}>
        {change.error && (
          <Alert color="red" role="alert">
            {change.error.message}
          </Alert>
        )}
        {/* Password managers read the account from this field. */}
        <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
        {hasPassword ? (
          <PasswordInput
            label={t('session.currentPassword')}
            value={currentPassword}
            onChange={(event) => setCurrentPassword(event.currentTarget.value)}
            autoComplete="current-password"
            required
          />
        ) : (
          <Text size="sm">{t('session.noPassword')}</Text>
        )}
        <NewPasswordInput label={t('session.newPassword')} value={newPassword} onChange={setNewPassword} />
        <Group>
          <Button type="submit" loading={change.isPending}>
            {hasPassword ? t('session.changePassword') : t('session.setPassword')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
