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
import { rich } from '../../messages/rich.ts';
import { type LabelKey, t } from '../../messages/translate.ts';

const methodLabels: Record<OwnSession['method'], LabelKey> = {
  password: 'account.method.password',
  passkey: 'account.method.passkey',
  sso: 'account.method.sso',
  token: 'account.method.token',
};
const factorLabels: Record<NonNullable<OwnSession['secondFactor']>, LabelKey> = {
  code: 'account.factor.code',
  'recovery-code': 'account.factor.recoveryCode',
  passkey: 'account.factor.passkey',
  provider: 'account.factor.provider',
};

const describeMethod = ({ method, secondFactor }: OwnSession): string =>
  secondFactor
    ? t('account.session.twoMethods', {
        method: t(methodLabels[method]),
        factor: t(factorLabels[secondFactor]),
      })
    : t(methodLabels[method]);

const describeBrowser = ({ browserName, operatingSystem }: OwnSession): string => {
  const browser = browserName ?? t('account.session.unknownBrowser');
  return operatingSystem ? t('account.session.browserOn', { browser, system: operatingSystem }) : browser;
};

const SessionDetails = ({ session }: { session: OwnSession }) => {
  const details = {
    since: <TimeText time={session.createdAt} size="xs" />,
    method: describeMethod(session),
    seen: <TimeText time={session.lastSeenAt} size="xs" />,
  };
  return session.address
    ? rich('account.session.detailsFrom', { ...details, address: session.address })
    : rich('account.session.details', details);
};

const SessionRow = ({ session }: { session: OwnSession }) => {
  const end = useChange(() => api.remove(address('/sessions/{sessionId}', { sessionId: session.id })), {
    changes: ['/sessions'],
    done: t('account.session.ended'),
  });
  const browser = describeBrowser(session);
  return (
    <Group justify="space-between" wrap="nowrap" component="li">
      <Group wrap="nowrap" gap="sm" miw={0}>
        <IconDeviceDesktop size={20} style={{ flexShrink: 0 }} aria-hidden />
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={550}>
            {browser}
          </Text>
          <Text size="xs" c="dimmed">
            <SessionDetails session={session} />
          </Text>
        </Stack>
      </Group>
      {session.isCurrent ? (
        <StatusBadge tone="good">{t('account.session.current')}</StatusBadge>
      ) : (
        <Button
          variant="default"
          size="xs"
          flex="none"
          aria-label={t('account.session.endNamed', { browser })}
          loading={end.isPending}
          onClick={() => end.mutate(undefined)}
        >
          {t('account.session.end')}
        </Button>
      )}
    </Group>
  );
};

/** The browsers in which the operator is signed in. */
export const SessionsSection = () => {
  const sessions = useResource('/sessions');
  const endOthers = useChange(() => api.remove('/sessions'), {
    changes: ['/sessions'],
    done: ({ ended }) => t('account.session.othersEnded', { count: ended }),
  });
  return (
    <ResourceView resource={sessions}>
      {({ items }) => (
        <>
          <Stack
            component="ul"
            aria-label={t('account.sessions')}
            gap="md"
            m={0}
            p={0}
            style={{ listStyle: 'none' }}
          >
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
                {t('account.session.endOthers')}
              </Button>
            </Group>
          )}
        </>
      )}
    </ResourceView>
  );
};
