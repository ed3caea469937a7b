import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { address } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { OwnSession } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { ResourceView } from '../../components/resource-view.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';

const methodNames: Record<OwnSession['method'], string> = {
  password: 'password',
  passkey: 'passkey',
  sso: 'single sign-on',
  token: 'operator token',
};
const factorNames: Record<NonNullable<OwnSession['secondFactor']>, string> = {
  code: 'code',
  'recovery-code': 'recovery code',
  passkey: 'passkey',
  provider: 'second factor of the provider',
};

const describeMethod = ({ method, secondFactor }: OwnSession): string =>
  secondFactor ? `${methodNames[method]} and ${factorNames[secondFactor]}` : methodNames[method];

const SessionRow = ({ session }: { session: OwnSession }) => {
  const end = useChange(() => api.remove(address('/sessions/{sessionId}', { sessionId: session.id })), {
    changes: ['/sessions'],
    done: 'The session has ended',
  });
  return (
    <Group justify="space-between" wrap="nowrap" component="li">
      <Group wrap="nowrap" gap="sm" miw={0}>
        <IconDeviceDesktop size={20} aria-hidden />
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={550}>
            {session.browser}
          </Text>
          <Text size="xs" c="dimmed">
            Signed in <TimeText time={session.createdAt} size="xs" /> with {describeMethod(session)}
            {session.address && ` from ${session.address}`}, last seen{' '}
            <TimeText time={session.lastSeenAt} size="xs" />
          </Text>
        </Stack>
      </Group>
      {session.isCurrent ? (
        <StatusBadge tone="good">this one</StatusBadge>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-label={`End the session of ${session.browser}`}
          loading={end.isPending}
          onClick={() => end.mutate(undefined)}
        >
          End
        </Button>
      )}
    </Group>
  );
};

/** Where one is signed in. */
export const SessionsSection = () => {
  const sessions = useResource('/sessions');
  const endOthers = useChange(() => api.remove('/sessions'), {
    changes: ['/sessions'],
    done: ({ ended }) => (ended === 1 ? 'One session has ended' : `${ended} sessions have ended`),
  });
  return (
    <ResourceView resource={sessions}>
      {({ items }) => (
        <>
          <Stack component="ul" aria-label="Sessions" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
            {items.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </Stack>
          {items.some(({ isCurrent }) => !isCurrent) && (
            <Group>
              <Button
                variant="default"
                loading={endOthers.isPending}
                onClick={() => endOthers.mutate(undefined)}
              >
                End all other sessions
              </Button>
            </Group>
          )}
        </>
      )}
    </ResourceView>
  );
};
