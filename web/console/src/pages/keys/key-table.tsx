import { ActionIcon, Code, Group, Text, Tooltip } from '@mantine/core';
import { IconKey, IconRotate, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { Key, NewKey } from '../../api/generated.ts';
import { forget } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { usePage } from '../../lib/use-page.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { RotateKey } from './rotate-key.tsx';

const pageSize = 20;

const KeyState = ({ apiKey: { revokedAt, expiresAt } }: { apiKey: Key }) => {
  if (revokedAt !== null) return <StatusBadge tone="quiet">revoked</StatusBadge>;
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
    return <StatusBadge tone="quiet">expired</StatusBadge>;
  return <StatusBadge tone="good">live</StatusBadge>;
};

const columns: Column<Key>[] = [
  {
    key: 'name',
    header: 'Name',
    render: ({ name }) => (
      <Text size="sm" fw={550}>
        {name}
      </Text>
    ),
  },
  { key: 'prefix', header: 'Begins with', render: ({ prefix }) => <Code>{prefix}…</Code> },
  { key: 'state', header: 'State', render: (key) => <KeyState apiKey={key} /> },
  { key: 'used', header: 'Last used', render: ({ lastUsedAt }) => <TimeText time={lastUsedAt} /> },
  { key: 'expires', header: 'Ends', isMinor: true, render: ({ expiresAt }) => <TimeText time={expiresAt} /> },
  { key: 'created', header: 'Made', isMinor: true, render: ({ createdAt }) => <TimeText time={createdAt} /> },
];

interface KeyTableProps {
  create: ReactNode;
  onMade(key: NewKey): void;
}

export const KeyTable = ({ create, onMade }: KeyTableProps) => {
  const agent = useAgentScope();
  const [page, setPage] = usePage();
  const [revoked, setRevoked] = useState<Key>();
  const [rotated, setRotated] = useState<Key>();
  const keys = useResource(at(agent.api, '/keys'), { query: { page, pageSize } });
  const actions: Column<Key> = {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    render: (key) =>
      key.revokedAt === null && (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Tooltip label="Replace by a new key">
            <ActionIcon aria-label={`Rotate ${key.name}`} onClick={() => setRotated(key)}>
              <IconRotate size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Revoke">
            <ActionIcon aria-label={`Revoke ${key.name}`} onClick={() => setRevoked(key)}>
              <IconTrash size={16} />
            </ActionIcon>
          </Tooltip>
        </Group>
      ),
  };
  return (
    <>
      <ResourceView resource={keys}>
        {({ items, total }) => (
          <DataTable
            label="Keys"
            columns={agent.can('key:write') ? [...columns, actions] : columns}
            rows={items}
            rowKey={({ id }) => id}
            isRefreshing={keys.isFetching}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={
              <EmptyState icon={IconKey} title="No keys yet" action={create}>
                A key lets your program call this agent. Make one for each program, so that each can be
                changed without the others.
              </EmptyState>
            }
          />
        )}
      </ResourceView>
      <ConfirmDialog
        opened={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        title={`Revoke "${revoked?.name}"?`}
        action="Revoke"
        onConfirm={async () => {
          await api.remove(at(agent.api, '/keys/{keyId}', { keyId: revoked!.id }));
          await forget(at(agent.api, '/keys'));
        }}
      >
        Calls with this key are refused at once. This cannot be undone.
      </ConfirmDialog>
      {rotated && <RotateKey apiKey={rotated} onClose={() => setRotated(undefined)} onMade={onMade} />}
    </>
  );
};
