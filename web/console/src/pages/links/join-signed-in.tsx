import { Alert, Button, Stack, Text } from '@mantine/core';
import { api } from '../../api/api.ts';
import type { OpenInvitation, Session } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { t } from '../../messages/translate.ts';
import { ChangePassword } from '../../session/change-password.tsx';
import { signedInHint } from '../../session/signed-in-hint.ts';
import { enterConsole } from './enter-console.ts';

interface JoinSignedInProps {
  token: string;
  invitation: OpenInvitation;
  session: Session;
  onSessionChange(): void;
}

/** For somebody who is already signed in. */
export const JoinSignedIn = ({ token, invitation, session, onSessionChange }: JoinSignedInProps) => {
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
          {session.email
            ? t('links.otherAccount', { account: session.email, email: invitation.email })
            : t('links.otherToken', { name: session.name, email: invitation.email })}
        </Alert>
        <Button onClick={() => signOut.mutate(undefined)} loading={signOut.isPending}>
          {t('links.signOut')}
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
      <Text size="sm">{t('links.joinNote', { email: session.email })}</Text>
      {/* Status 409: another person set the password of the account. */}
      {accept.error?.status === 409 && (
        <ChangePassword email={session.email} onDone={() => accept.mutate(undefined)} />
      )}
      <Button onClick={() => accept.mutate(undefined)} loading={accept.isPending}>
        {t('links.join', { workspace: invitation.workspaceName })}
      </Button>
    </Stack>
  );
};
