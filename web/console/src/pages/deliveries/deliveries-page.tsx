import { Button, Code, Group, NativeSelect, Text } from '@mantine/core';
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
import { useFilter } from '../../lib/use-filter.ts';
import { usePage } from '../../lib/use-page.ts';
import { useAgents } from '../../session/use-agent.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { DeliveryPanel } from './delivery-panel.tsx';
import { DeliveryState, targetNames } from './delivery-state.tsx';

const pageSize = 25;
const refreshMs = 5000;

const statuses = [
  { value: '', label: 'All' },
  { value: 'dead', label: 'Given up' },
  { value: 'pending', label: 'On their way' },
  { value: 'delivered', label: 'Delivered' },
];

const targets = [
  { value: '', label: 'All' },
  ...Object.entries(targetNames).map(([value, label]) => ({ value, label })),
];

const columnsWith = (agentName: (id: string) => string): Column<Delivery>[] => [
  { key: 'state', header: 'State', render: (delivery) => <DeliveryState delivery={delivery} /> },
  { key: 'target', header: 'To', render: ({ target }) => targetNames[target] },
  { key: 'kind', header: 'What', render: ({ kind }) => <Code>{kind}</Code> },
  { key: 'agent', header: 'Agent', isMinor: true, render: ({ agentId }) => agentName(agentId) },
  { key: 'attempts', header: 'Attempts', align: 'right', render: ({ attempts }) => attempts },
  {
    key: 'last',
    header: 'Last answer',
    render: ({ error, httpStatus, receiverCode }) => (
      <Text size="sm" lineClamp={2} c={error === null ? undefined : 'var(--mantine-color-error)'}>
        {error ??
          (httpStatus === null ? 'none yet' : `${httpStatus}${receiverCode ? `, code ${receiverCode}` : ''}`)}
      </Text>
    ),
  },
  { key: 'made', header: 'Made', render: ({ createdAt }) => <TimeText time={createdAt} /> },
];

const DeliveriesPage = () => {
  const workspace = useWorkspace();
  const openId = useParams()['*'];
  const [, navigate] = useLocation();
  const [page, setPage] = usePage();
  const [status, setStatus] = useFilter<DeliveryStatus>('status');
  const [target, setTarget] = useFilter<Delivery['target']>('target');
  const [isReplaying, setIsReplaying] = useState(false);
  const agents = useAgents(workspace);
  const deliveries = useResource(at(workspace.api, '/deliveries'), {
    query: { page, pageSize, status: status || undefined, target: target || undefined },
    refreshMs,
  });
  const replay = useChange(
    () =>
      api.post(at(workspace.api, '/deliveries/replay'), {
        status: 'dead',
        ...(target ? { target } : {}),
      }),
    {
      changes: [at(workspace.api, '/deliveries'), at(workspace.api, '/overview')],
      done: ({ replayed }) =>
        replayed === 1 ? 'One is being sent again.' : `${replayed.toLocaleString()} are being sent again.`,
      quiet: true,
    },
  );
  const agentName = (id: string): string =>
    agents.data?.items.find((agent) => agent.id === id)?.name ?? id.slice(-6);
  const list = `${workspace.href}/deliveries${window.location.search}`;
  return (
    <>
      <PageHeader
        title="Deliveries"
        description="What is sent to your webhook addresses and human services. Each is repeated until it arrives, at last after a day; then it waits here to be sent again."
      >
        {workspace.can('operation:write') && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => setIsReplaying(true)}
          >
            Send all given up again
          </Button>
        )}
      </PageHeader>
      <Group mb="md" align="flex-end">
        <NativeSelect
          label="State"
          data={statuses}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
        <NativeSelect
          label="To"
          data={targets}
          value={target}
          onChange={(event) => setTarget(event.currentTarget.value)}
        />
      </Group>
      <ResourceView resource={deliveries}>
        {({ items, total }) => (
          <DataTable
            label="Deliveries"
            columns={columnsWith(agentName)}
            rows={items}
            rowKey={({ id }) => id}
            onOpen={({ id }) => navigate(`${workspace.href}/deliveries/${id}${window.location.search}`)}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={
              <EmptyState
                icon={IconSend}
                title={status || target ? 'None like that' : 'Nothing was sent yet'}
                action={!status && !target && <SetUpReceiver>Set up a webhook</SetUpReceiver>}
              >
                {status || target
                  ? 'Choose another state or receiver above.'
                  : 'Set a webhook address in the settings of an agent and send a message with response_mode "webhook": the reply is delivered there and listed here with every attempt.'}
              </EmptyState>
            }
          />
        )}
      </ResourceView>
      {openId && <DeliveryPanel deliveryId={openId} onClose={() => navigate(list)} />}
      <ConfirmDialog
        opened={isReplaying}
        onClose={() => setIsReplaying(false)}
        title="Send all given up again?"
        action="Send again"
        onConfirm={() => replay.mutateAsync(undefined)}
      >
        Every delivery that was given up
        {target ? ` to the ${targetNames[target as keyof typeof targetNames].toLowerCase()}` : ''} is tried
        again, oldest first, with the id it had. Receivers that keep the webhook-id take none twice.
      </ConfirmDialog>
    </>
  );
};

export default DeliveriesPage;
