import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/api.ts';
import { useChange } from '../api/use-change.ts';
import { NewPasswordInput } from './new-password-input.tsx';

interface ChangePasswordProps {
  email: string | null;
  onDone?(): void;
}

export const ChangePassword = ({ email, onDone }: ChangePasswordProps) => {
  const [currentPassword, setCurrentPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const change = useChange(() => api.put('/session/password', { currentPassword, newPassword }), {
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
      <Stack maw={420}>
        {change.error && (
          <Alert color="red" role="alert">
            {change.error.message}
          </Alert>
        )}
        {/* For password managers, which want to know whose password it is. */}
        <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
        <PasswordInput
          label="Password now"
          value={currentPassword}
          onChange={(event) => setCurrentPassword(event.currentTarget.value)}
          autoComplete="current-password"
          required
        />
        <NewPasswordInput label="New password" value={newPassword} onChange={setNewPassword} />
        <Group>
          <Button type="submit" loading={change.isPending}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
