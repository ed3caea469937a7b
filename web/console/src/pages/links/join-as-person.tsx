import { Alert, Button, Stack, Text } from '@mantine/core';
import { api } from '../../api/api.ts';
import type { OpenInvitation, Session } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { ChangePassword } from '../../session/change-password.tsx';
import { signedInHint } from '../../session/signed-in-hint.ts';
import { enterConsole } from './enter-console.ts';

interface JoinAsPersonProps {
  token: string;
  invitation: OpenInvitation;
  session: Session;
  onSessionChange(): void;
}

export const JoinAsPerson = ({ token, invitation, session, onSessionChange }: JoinAsPersonProps) => {
  const accept = useChange(() => api.post('/invitations/accept', { token }), {
    onDone: enterConsole,
    quiet: true,
  });
  const signOut = useChange(() => api.remove('/session'), {
    onDone: () => {
      signedInHint.write(false);
      onSessionChange();
    },
  });
  if (session.email !== invitation.email)
    return (
      <Stack>
        <Alert color="orange" role="alert">
          You are signed in as {session.email ?? `the token ${session.name}`}. This invitation is for{' '}
          {invitation.email}.
        </Alert>
        <Button onClick={() => signOut.mutate(undefined)} loading={signOut.isPending}>
          Sign out and go on
        </Button>
      </Stack>
    );
  return (
    <Stack>
      {accept.error && (
        <Alert color="red" role="alert">
          {accept.error.message}
        </Alert>
      )}
      <Text size="sm">
        You are signed in as {session.email}. Anyone who can sign in to this account can open the workspace.
        If somebody else gave you its password, change it first. Your sessions in other browsers end.
      </Text>
      {/* Refused so, the account has a password that somebody else set. */}
      {accept.error?.status === 409 && (
        <ChangePassword email={session.email} onDone={() => accept.mutate(undefined)} />
      )}
      <Button onClick={() => accept.mutate(undefined)} loading={accept.isPending}>
        Join {invitation.workspaceName}
      </Button>
    </Stack>
  );
};
