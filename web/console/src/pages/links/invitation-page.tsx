import { Alert, Anchor, Loader, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import type { Session } from '../../api/generated.ts';
import { describeActor } from '../../lib/describe-actor.ts';
import { t } from '../../messages/translate.ts';
import { EntryCard } from '../../session/entry-card.tsx';
import { signedInHint } from '../../session/signed-in-hint.ts';
import { JoinSignedIn } from './join-signed-in.tsx';
import { JoinSignedOut } from './join-signed-out.tsx';
import { useLinkToken } from './use-link-token.ts';

const readSession = async (): Promise<Session | null> => {
  if (!signedInHint.read()) return null;
  try {
    return await api.get('/session');
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
};

/** The page that an invitation link opens. */
const InvitationPage = () => {
  const token = useLinkToken();
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => ({
      invitation: await api.post('/invitations/open', { token: token || '-' }),
      session: await readSession(),
    }),
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (error)
    return (
      <EntryCard title={t('links.invitation')}>
        <Stack>
          <Alert color="red" role="alert">
            {messageOf(error)}
          </Alert>
          <Anchor href="/console/">{t('links.openConsole')}</Anchor>
        </Stack>
      </EntryCard>
    );
  if (!data)
    return (
      <EntryCard title={t('links.invitation')}>
        <Loader aria-label={t('common.loading')} mx="auto" />
      </EntryCard>
    );
  const { invitation, session } = data;
  return (
    <EntryCard
      title={t('links.join', { workspace: invitation.workspaceName })}
      description={t('links.invitedAs', {
        inviter: describeActor(invitation.invitedBy),
        email: invitation.email,
        role: invitation.role,
      })}
    >
      {session ? (
        <JoinSignedIn token={token} invitation={invitation} session={session} onSessionChange={refetch} />
      ) : (
        <JoinSignedOut token={token} invitation={invitation} onSignedIn={refetch} />
      )}
    </EntryCard>
  );
};

export default InvitationPage;
