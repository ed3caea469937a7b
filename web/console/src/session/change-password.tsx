import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/api.ts';
import { useChange } from '../api/use-change.ts';
import { NewPasswordInput } from './new-password-input.tsx';
import { useConfirmed } from './use-confirmed.tsx';

interface ChangePasswordProps {
  email: string | null;
  /** False: the account signs in in other ways so far. */
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
    done: 'Your password is changed; your other sessions have ended',
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
        {/* For password managers, which want to know whose password it is. */}
        <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
        {hasPassword ? (
          <PasswordInput
            label="Password now"
            value={currentPassword}
            onChange={(event) => setCurrentPassword(event.currentTarget.value)}
            autoComplete="current-password"
            required
          />
        ) : (
          <Text size="sm">Your account has no password. You can set one as a further way to sign in.</Text>
        )}
        <NewPasswordInput label="New password" value={newPassword} onChange={setNewPassword} />
        <Group>
          <Button type="submit" loading={change.isPending}>
            {hasPassword ? 'Change password' : 'Set password'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
