import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { DeliveryStatus } from '../../api/derived-types.ts';
import type { Delivery } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { SetUpReceiver } from '../../components/set-up-receiver.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatNumber } from '../../lib/format-number.ts';
import { type Labels, labelOf, optionsOf } from '../../lib/label-of.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { usePage } from '../../lib/use-page.ts';
import { t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { deliveryKindLabels, targetLabels } from './delivery-labels.ts';
import { DeliveryPanel } from './delivery-panel.tsx';
import { DeliveryState } from './delivery-state.tsx';

const pageSize = 25;
const refreshMs = 5000;

const statusLabels: Labels<DeliveryStatus> = {
  dead: 'deliveries.state.failed',
  pending: 'deliveries.state.pending',
  delivered: 'deliveries.state.delivered',
};

const withAll = (labels: Labels) => [{ value: '', label: t('common.all') }, ...optionsOf(labels)];

const lastResponse = ({ error, httpStatus, receiverCode }: Delivery): string => {
  if (error !== null) return error;
  if (httpStatus === null) return t('deliveries.noResponse');
  return receiverCode
    ? t('deliveries.responseCode', { status: httpStatus, code: receiverCode })
    : String(httpStatus);
};

const columns = (): Column<Delivery>[] => [
  { key: 'state', header: t('common.state'), render: (delivery) => <DeliveryState delivery={delivery} /> },
  { key: 'target', header: t('deliveries.receiver'), render: ({ target }) => labelOf(targetLabels, target) },
  { key: 'kind', header: t('deliveries.type'), render: ({ kind }) => labelOf(deliveryKindLabels, kind) },
  { key: 'agent', header: t('common.agent'), isMinor: true, render: ({ agentName }) => agentName },
  {
    key: 'attempts',
    header: t('deliveries.attempts'),
    align: 'right',
    render: ({ attempts }) => formatNumber(attempts),
  },
  {
    key: 'last',
    header: t('deliveries.lastResponse'),
    render: (delivery) => (
      <Text
        size="sm"
        lineClamp={2}
        c={delivery.error === null ? undefined : 'var(--mantine-color-error)'}
        lang={delivery.error === null ? undefined : 'en'}
      >
        {lastResponse(delivery)}
      </Text>
    ),
  },
  {
    key: 'created',
    header: t('deliveries.created'),
    render: ({ createdAt }) => <TimeText time={createdAt} />,
  },
];

const DeliveriesPage = () => {
  const workspace = useWorkspace();
  const openId = useParams()['*'];
  const [, navigate] = useLocation();
  const [page, setPage] = usePage();
  const [status, setStatus] = useFilter<DeliveryStatus>('status');
  const [target, setTarget] = useFilter<Delivery['target']>('target');
  const [isRetrying, setIsRetrying] = useState(false);
  const deliveries = useResource(at(workspace.api, '/deliveries'), {
    query: { page, pageSize, status: status || undefined, target: target || undefined },
    refreshMs,
  });
  const retryAll = useChange(
    () =>
      api.post(at(workspace.api, '/deliveries/replay'), {
        status: 'dead',
        ...(target ? { target } : {}),
      }),
    {
      changes: [at(workspace.api, '/deliveries'), at(workspace.api, '/overview')],
      done: ({ replayed }) => t('deliveries.retryAllDone', { count: replayed }),
      quiet: true,
    },
  );
  const list = `${workspace.href}/deliveries${window.location.search}`;
  return (
    <>
      <PageHeader title={t('shell.page.deliveries')} description={t('deliveries.description')}>
        {workspace.can('operation:write') && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => setIsRetrying(true)}
          >
            {t('deliveries.retryAll')}
          </Button>
        )}
      </PageHeader>
      <Group mb="md" align="flex-end">
        <NativeSelect
          label={t('common.state')}
          data={withAll(statusLabels)}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('deliveries.receiver')}
          data={withAll(targetLabels)}
          value={target}
          onChange={(event) => setTarget(event.currentTarget.value)}
        />
      </Group>
      <ResourceView resource={deliveries}>
        {({ items, total }) => (
          <DataTable
            label={t('shell.page.deliveries')}
            columns={columns()}
            rows={items}
            rowKey={({ id }) => id}
            onOpen={({ id }) => navigate(`${workspace.href}/deliveries/${id}${window.location.search}`)}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={
              <EmptyState
                icon={IconSend}
                title={t(status || target ? 'shell.noMatches' : 'deliveries.empty')}
                action={!status && !target && <SetUpReceiver>{t('deliveries.setUp')}</SetUpReceiver>}
              >
                {t(status || target ? 'deliveries.noMatchesHint' : 'deliveries.emptyHint')}
              </EmptyState>
            }
          />
        )}
      </ResourceView>
      {openId && <DeliveryPanel deliveryId={openId} onClose={() => navigate(list)} />}
      <ConfirmDialog
        opened={isRetrying}
        onClose={() => setIsRetrying(false)}
        title={t('deliveries.retryAllTitle')}
        action={t('deliveries.retryAll')}
        onConfirm={() => retryAll.mutateAsync(undefined)}
      >
        {target ? t('deliveries.retryTargetHint', { receiver: target }) : t('deliveries.retryAllHint')}
      </ConfirmDialog>
    </>
  );
};

export default DeliveriesPage;
