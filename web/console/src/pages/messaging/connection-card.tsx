import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import {
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnected,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { ChannelConnection, ChannelConnectionWithSecrets } from '../../api/generated.ts';
import { forget, useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CopyField } from '../../components/copy-field.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { platformLabels } from '../../lib/channel-labels.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { ConnectionSecrets } from './connection-secrets.tsx';
import { platforms } from './platforms.ts';

const State = ({ connection: { status, waiting, lastInboundAt, lastError, lastErrorAt } }: CardProps) => (
  <>
    <Group gap="xs">
      <StatusBadge tone={status === 'paused' ? 'quiet' : lastError === null ? 'good' : 'bad'}>
        {t(
          status === 'paused'
            ? 'messaging.status.paused'
            : lastError === null
              ? 'messaging.status.active'
              : 'messaging.status.problem',
        )}
      </StatusBadge>
      <Text size="sm" c="dimmed">
        {t('messaging.lastMessage')} <TimeText time={lastInboundAt} />
      </Text>
      <Text size="sm" c="dimmed">
        {t('messaging.waiting', { count: waiting, shown: formatNumber(waiting) })}
      </Text>
    </Group>
    {lastError !== null && (
      <Alert color="red" title={t('messaging.problem')}>
        {lastError} <TimeText time={lastErrorAt} c="dimmed" />
      </Alert>
    )}
  </>
);

interface CardProps {
  connection: ChannelConnection;
}

/** One connection with its state. */
export const ConnectionCard = ({ connection, onEdit }: CardProps & { onEdit(): void }) => {
  const agent = useAgentScope();
  const [isDeleting, setIsDeleting] = useState(false);
  const [isReplacing, setIsReplacing] = useState(false);
  const [replaced, setReplaced] = useState<ChannelConnectionWithSecrets>();
  const { id, name, platform, accountName, inboundUrl, status, version } = connection;
  const { urlHint, hasNoUrl, secrets } = platforms[platform];
  const list = at(agent.api, '/channel-connections');
  const test = useChange(
    () =>
      api.post(at(agent.api, '/channel-connections/{channelConnectionId}/test', { channelConnectionId: id })),
    { changes: [list] },
  );
  const switchOver = useChange(
    () =>
      api.patch(at(agent.api, '/channel-connections/{channelConnectionId}', { channelConnectionId: id }), {
        version,
        status: status === 'paused' ? 'active' : 'paused',
      }),
    { changes: [list] },
  );
  const remove = async (): Promise<void> => {
    await api.remove(
      at(agent.api, '/channel-connections/{channelConnectionId}', { channelConnectionId: id }),
    );
    await forget(list);
  };
  const replaceSecrets = async (): Promise<void> => {
    const path = at(agent.api, '/channel-connections/{channelConnectionId}/secrets', {
      channelConnectionId: id,
    });
    setReplaced(await api.post(path, { version }));
    await forget(list);
  };
  const isPaused = status === 'paused';
  return (
    <Paper p="lg" component="section" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={2} miw={0} style={{ flex: '1 1 260px' }}>
            <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Title>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {t(platformLabels[platform])} · {accountName}
            </Text>
          </Stack>
          {agent.can('agent:write') && (
            <Group gap="xs">
              <Button
                variant="default"
                size="xs"
                leftSection={<IconPlugConnected size={14} aria-hidden />}
                loading={test.isPending}
                onClick={() => test.mutate(undefined)}
                aria-label={t('messaging.testNamed', { name })}
              >
                {t('messaging.test')}
              </Button>
              <Button
                variant="default"
                size="xs"
                leftSection={
                  isPaused ? (
                    <IconPlayerPlay size={14} aria-hidden />
                  ) : (
                    <IconPlayerPause size={14} aria-hidden />
                  )
                }
                loading={switchOver.isPending}
                onClick={() => switchOver.mutate(undefined)}
                aria-label={t(isPaused ? 'messaging.resumeNamed' : 'messaging.pauseNamed', { name })}
              >
                {t(isPaused ? 'messaging.resume' : 'messaging.pause')}
              </Button>
              <Button
                variant="default"
                size="xs"
                leftSection={<IconPencil size={14} aria-hidden />}
                onClick={onEdit}
                aria-label={t('messaging.editNamed', { name })}
              >
                {t('messaging.edit')}
              </Button>
              {secrets && (
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconKey size={14} aria-hidden />}
                  onClick={() => setIsReplacing(true)}
                  aria-label={t('messaging.replaceNamed', { name })}
                >
                  {t('messaging.replace')}
                </Button>
              )}
              <Button
                variant="default"
                size="xs"
                leftSection={<IconTrash size={14} aria-hidden />}
                onClick={() => setIsDeleting(true)}
                aria-label={t('messaging.deleteNamed', { name })}
              >
                {t('common.delete')}
              </Button>
            </Group>
          )}
        </Group>
        <State connection={connection} />
        {test.data && test.data.problems.length === 0 && (
          <Alert color="teal" role="status">
            {t('messaging.testPassed', { account: test.data.accountName ?? '' })}
          </Alert>
        )}
        {test.data && test.data.problems.length > 0 && (
          <Alert color="red" role="alert" title={t('messaging.testFailed')}>
            {test.data.problems.join(' ')}
          </Alert>
        )}
        {urlHint && <Text size="sm">{t(urlHint)}</Text>}
        {!hasNoUrl && <CopyField label={t('messaging.url')} value={inboundUrl} />}
      </Stack>
      <ConfirmDialog
        opened={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={t('messaging.deleteNamed', { name })}
        onConfirm={remove}
      >
        {t('messaging.deleteText')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={isReplacing}
        onClose={() => setIsReplacing(false)}
        title={t('messaging.replaceNamed', { name })}
        action={t('messaging.replace')}
        onConfirm={replaceSecrets}
      >
        {t('messaging.replaceText')}
      </ConfirmDialog>
      <ConnectionSecrets connection={replaced} onClose={() => setReplaced(undefined)} />
    </Paper>
  );
};
