import { Alert, Anchor, Loader, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import type { Session } from '../../api/generated.ts';
import { EntryCard } from '../../session/entry-card.tsx';
import { signedInHint } from '../../session/signed-in-hint.ts';
import { JoinAsPerson } from './join-as-person.tsx';
import { JoinAsStranger } from './join-as-stranger.tsx';
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

/** Opened by an invitation's link. */
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
      <EntryCard title="Invitation">
        <Stack>
          <Alert color="red" role="alert">
            {messageOf(error)}
          </Alert>
          <Anchor href="/console/">Open the console</Anchor>
        </Stack>
      </EntryCard>
    );
  if (!data)
    return (
      <EntryCard title="Invitation">
        <Loader aria-label="Loading" mx="auto" />
      </EntryCard>
    );
  const { invitation, session } = data;
  return (
    <EntryCard
      title={`Join ${invitation.workspaceName}`}
      description={`${invitation.invitedBy} invites ${invitation.email} with the role ${invitation.role}.`}
    >
      {session ? (
        <JoinAsPerson token={token} invitation={invitation} session={session} onSessionChange={refetch} />
      ) : (
        <JoinAsStranger token={token} invitation={invitation} onSignedIn={refetch} />
      )}
    </EntryCard>
  );
};

export default InvitationPage;
