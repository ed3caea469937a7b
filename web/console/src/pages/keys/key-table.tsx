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
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { RotateKey } from './rotate-key.tsx';

const pageSize = 20;

const KeyState = ({ apiKey: { revokedAt, expiresAt } }: { apiKey: Key }) => {
  if (revokedAt !== null) return <StatusBadge tone="quiet">{t('keys.state.revoked')}</StatusBadge>;
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
    return <StatusBadge tone="quiet">{t('keys.state.expired')}</StatusBadge>;
  return <StatusBadge tone="good">{t('keys.state.active')}</StatusBadge>;
};

const createColumns = (): Column<Key>[] => [
  {
    key: 'name',
    header: t('common.name'),
    render: ({ name }) => (
      <Text size="sm" fw={550}>
        {name}
      </Text>
    ),
  },
  { key: 'prefix', header: t('keys.prefix'), render: ({ prefix }) => <Code>{prefix}…</Code> },
  { key: 'state', header: t('keys.state'), render: (key) => <KeyState apiKey={key} /> },
  { key: 'used', header: t('keys.lastUsed'), render: ({ lastUsedAt }) => <TimeText time={lastUsedAt} /> },
  {
    key: 'expires',
    header: t('keys.expires'),
    isMinor: true,
    render: ({ expiresAt }) => <TimeText time={expiresAt} never={t('keys.expires.never')} />,
  },
  {
    key: 'created',
    header: t('keys.created'),
    isMinor: true,
    render: ({ createdAt }) => <TimeText time={createdAt} />,
  },
];

interface KeyTableProps {
  create: ReactNode;
  onCreated(key: NewKey): void;
}

export const KeyTable = ({ create, onCreated }: KeyTableProps) => {
  const agent = useAgentScope();
  const [page, setPage] = usePage();
  const [revoked, setRevoked] = useState<Key>();
  const [rotated, setRotated] = useState<Key>();
  const keys = useResource(at(agent.api, '/keys'), { query: { page, pageSize } });
  const actions: Column<Key> = {
    key: 'actions',
    header: t('keys.actions'),
    align: 'right',
    render: (key) =>
      key.revokedAt === null && (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Tooltip label={t('keys.rotate.hint')}>
            <ActionIcon
              aria-label={t('keys.rotate.named', { name: key.name })}
              onClick={() => setRotated(key)}
            >
              <IconRotate size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('keys.revoke')}>
            <ActionIcon
              aria-label={t('keys.revoke.named', { name: key.name })}
              onClick={() => setRevoked(key)}
            >
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
            label={t('keys.table')}
            columns={agent.can('key:write') ? [...createColumns(), actions] : createColumns()}
            rows={items}
            rowKey={({ id }) => id}
            isRefreshing={keys.isFetching}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={
              <EmptyState icon={IconKey} title={t('keys.empty.title')} action={create}>
                {t('keys.empty.text')}
              </EmptyState>
            }
          />
        )}
      </ResourceView>
      <ConfirmDialog
        opened={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        title={t('keys.revoke.title', { name: revoked?.name ?? '' })}
        action={t('keys.revoke')}
        onConfirm={async () => {
          await api.remove(at(agent.api, '/keys/{keyId}', { keyId: revoked!.id }));
          await forget(at(agent.api, '/keys'));
        }}
      >
        {t('keys.revoke.text')}
      </ConfirmDialog>
      {rotated && <RotateKey apiKey={rotated} onClose={() => setRotated(undefined)} onCreated={onCreated} />}
    </>
  );
};
