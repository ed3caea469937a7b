import { Alert, Button, Group, Paper, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/api.ts';
import { useChange } from '../../api/use-change.ts';
import { FormSection } from '../../components/form-section.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useSession } from '../../session/session-context.ts';

const shortestPassword = 10;

const ChangePassword = ({ email }: { email: string | null }) => {
  const [currentPassword, setCurrentPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const change = useChange(() => api.put('/session/password', { currentPassword, newPassword }), {
    done: 'Your password is changed; your other sessions have ended',
    onDone: () => {
      setCurrentPassword('');
      setNewPassword('');
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
        <PasswordInput
          label="New password"
          description={`At least ${shortestPassword} characters`}
          value={newPassword}
          onChange={(event) => setNewPassword(event.currentTarget.value)}
          minLength={shortestPassword}
          autoComplete="new-password"
          required
        />
        <Group>
          <Button type="submit" loading={change.isPending}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

const AccountPage = () => {
  const { session, signOut } = useSession();
  return (
    <>
      <PageHeader title="My account">
        <Button variant="default" onClick={() => void signOut()}>
          Sign out
        </Button>
      </PageHeader>
      <Paper p="lg">
        <FormSection title="Who you are">
          <Text>{session.name}</Text>
          <Text c="dimmed" size="sm">
            {session.email ?? 'You are signed in with an operator token, which is owner of every workspace.'}
          </Text>
        </FormSection>
        <FormSection title="Workspaces">
          {session.workspaces.map(({ id, name, role }) => (
            <Group key={id} justify="space-between" wrap="nowrap">
              <Text size="sm" miw={0}>
                {name}
              </Text>
              <Text size="sm" c="dimmed">
                {role}
              </Text>
            </Group>
          ))}
        </FormSection>
        {session.kind === 'person' && (
          <FormSection title="Password" description="Sessions in other browsers end when you change it.">
            <ChangePassword email={session.email} />
          </FormSection>
        )}
      </Paper>
    </>
  );
};

export default AccountPage;
