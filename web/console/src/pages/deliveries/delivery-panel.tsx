import { Alert, Anchor, Button, Code, Drawer, Group, Stack, Table, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from 'wouter';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { DeliveryAttempt } from '../../api/derived-types.ts';
import type { DeliveryDetail } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { CopyIcon } from '../../components/copy-field.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatDuration } from '../../lib/format-duration.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { labelOf } from '../../lib/label-of.ts';
import { rich } from '../../messages/rich.ts';
import { t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { deliveryKindLabels, targetLabels } from './delivery-labels.ts';
import { DeliveryState } from './delivery-state.tsx';

/** Short, because operators wait here for the result of a retry. */
const refreshMs = 1000;

const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

const resultOf = ({ httpStatus, error }: DeliveryAttempt): string =>
  error ?? (httpStatus === null ? t('deliveries.noAnswer') : t('deliveries.status', { status: httpStatus }));

/** The service disables a receiver that answers 410 until an operator enables it again. */
const hasDisabledReceiver = ({ status, log }: DeliveryDetail): boolean =>
  status === 'dead' && log.some(({ httpStatus }) => httpStatus === 410);

const Attempts = ({ log }: { log: DeliveryAttempt[] }) => (
  <Table verticalSpacing="xs" aria-label={t('deliveries.attemptLog')}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th w={170}>{t('deliveries.attempt')}</Table.Th>
        <Table.Th>{t('deliveries.result')}</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {log.map((attempt) => (
        <Table.Tr key={`${attempt.attempt} ${attempt.startedAt}`}>
          <Table.Td style={{ verticalAlign: 'top' }}>
            {formatNumber(attempt.attempt)} · <TimeText time={attempt.startedAt} />
            <Text size="xs" c="dimmed">
              {t('deliveries.duration', { duration: formatDuration(attempt.durationMs) })}
            </Text>
          </Table.Td>
          <Table.Td style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
            <span lang={attempt.error === null ? undefined : 'en'}>{resultOf(attempt)}</span>
            {attempt.responseExcerpt !== '' && (
              <Text size="xs" c="dimmed" lineClamp={3}>
                {attempt.responseExcerpt}
              </Text>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

const DeliveryFacts = ({ delivery }: { delivery: DeliveryDetail }) => (
  <div>
    <Text size="sm">
      {labelOf(targetLabels, delivery.target)} · {labelOf(deliveryKindLabels, delivery.kind)}
    </Text>
    <Text size="sm">
      {t('deliveries.created')} <TimeText time={delivery.createdAt} />
      {delivery.nextAttemptAt && (
        <>
          {' · '}
          {t('deliveries.nextAttempt')} <TimeText time={delivery.nextAttemptAt} />
        </>
      )}
    </Text>
    <Group gap={4}>
      <Text size="sm" c="dimmed">
        {t('deliveries.id')} <Code>{delivery.id}</Code>
      </Text>
      <CopyIcon value={delivery.id} label={t('deliveries.copyId')} />
    </Group>
  </div>
);

const Detail = ({ delivery }: { delivery: DeliveryDetail }) => {
  const workspace = useWorkspace();
  const send = useChange(
    () => api.post(at(workspace.api, '/deliveries/{deliveryId}/replay', { deliveryId: delivery.id })),
    {
      changes: [at(workspace.api, '/deliveries'), at(workspace.api, '/overview')],
      done: t('deliveries.sending'),
    },
  );
  const settingsHref = `${workspace.href}/agents/${delivery.agentId}/settings?section=webhook`;
  return (
    <Stack>
      <Group justify="space-between">
        <DeliveryState delivery={delivery} />
        {workspace.can('operation:write') && (
          <Button
            size="xs"
            leftSection={<IconRefresh size={14} aria-hidden />}
            loading={send.isPending}
            onClick={() => send.mutate(undefined)}
          >
            {t(delivery.status === 'delivered' ? 'deliveries.replay' : 'deliveries.retry')}
          </Button>
        )}
      </Group>
      <DeliveryFacts delivery={delivery} />
      {hasDisabledReceiver(delivery) && (
        <Alert color="orange" title={t('deliveries.disabled.title')}>
          {rich('deliveries.disabled.hint', {
            link: (text) => (
              <Anchor component={Link} size="sm" href={settingsHref}>
                {text}
              </Anchor>
            ),
          })}
        </Alert>
      )}
      {delivery.conversationId && (
        <Anchor
          component={Link}
          size="sm"
          href={`${workspace.href}/agents/${delivery.agentId}/conversations/${delivery.conversationId}`}
        >
          {t('deliveries.openConversation')}
        </Anchor>
      )}
      <Title order={3}>{t('deliveries.attemptLog')}</Title>
      {delivery.log.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('deliveries.noAttempts')}
        </Text>
      ) : (
        <Attempts log={delivery.log} />
      )}
      <Title order={3}>{t('deliveries.body')}</Title>
      <Code block mah={360} style={{ overflow: 'auto' }} tabIndex={0}>
        {pretty(delivery.body)}
      </Code>
    </Stack>
  );
};

/** One delivery with its attempts and its body. */
export const DeliveryPanel = ({ deliveryId, onClose }: { deliveryId: string; onClose(): void }) => {
  const workspace = useWorkspace();
  const delivery = useResource(at(workspace.api, '/deliveries/{deliveryId}', { deliveryId }), {
    refreshMs,
  });
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={t('deliveries.title')}>
      <ResourceView resource={delivery}>{(detail) => <Detail delivery={detail} />}</ResourceView>
    </Drawer>
  );
};
