import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/api-error.ts';
import { useChange } from '../../api/use-change.ts';
import { EntryCard } from '../../session/entry-card.tsx';
import { NewPasswordInput } from '../../session/new-password-input.tsx';
import { useLinkToken } from './use-link-token.ts';

const title = 'Choose a new password';

/** Opened by a reset link. */
const NewPasswordPage = () => {
  const token = useLinkToken();
  const [password, setPassword] = useState('');
  const link = useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => api.post('/password-resets/open', { token: token || '-' }),
    retry: false,
  });
  const change = useChange(() => api.post('/password-resets', { token, password }), { quiet: true });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate(undefined);
  };
  const failure = link.error ?? change.error;
  return (
    <EntryCard title={title} {...(link.data ? { description: `For ${link.data.email}` } : {})}>
      {failure && (
        <Alert color="red" role="alert">
          {messageOf(failure)}
        </Alert>
      )}
      {change.isSuccess && (
        <Stack>
          <Text role="status">Your password is changed. You are signed out everywhere.</Text>
          <Anchor href="/console/">Sign in with the new password</Anchor>
        </Stack>
      )}
      {link.data && !change.isSuccess && (
        <form onSubmit={submit}>
          <Stack>
            <input type="text" autoComplete="username" value={link.data.email} readOnly hidden />
            <NewPasswordInput label="New password" value={password} onChange={setPassword} />
            <Button type="submit" loading={change.isPending}>
              Set password
            </Button>
          </Stack>
        </form>
      )}
    </EntryCard>
  );
};

export default NewPasswordPage;
