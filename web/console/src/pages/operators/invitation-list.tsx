import { ActionIcon, Group, Title, Tooltip } from '@mantine/core';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { Invitation, InvitationLink } from '../../api/generated.ts';
import { forget, useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { describeActor } from '../../lib/describe-actor.ts';
import { t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { roleName } from './roles.ts';

const pageSize = 20;

const columns = (): Column<Invitation>[] => [
  { key: 'email', header: t('common.email'), render: ({ email }) => email },
  { key: 'role', header: t('operators.role'), render: ({ role }) => roleName(role) },
  {
    key: 'state',
    header: t('operators.link'),
    render: ({ expired }) =>
      expired ? (
        <StatusBadge tone="quiet">{t('operators.linkExpired')}</StatusBadge>
      ) : (
        <StatusBadge tone="good">{t('operators.linkValid')}</StatusBadge>
      ),
  },
  {
    key: 'expires',
    header: t('operators.expires'),
    render: ({ expiresAt }) => <TimeText time={expiresAt} />,
  },
  {
    key: 'by',
    header: t('operators.invitedBy'),
    isMinor: true,
    render: ({ createdBy }) => describeActor(createdBy),
  },
];

/** Invitations that are not accepted yet. Shown only if there are any. */
export const InvitationList = ({ onRenewed }: { onRenewed(renewed: InvitationLink): void }) => {
  const path = at(useWorkspace().api, '/invitations');
  const [page, setPage] = useState(1);
  const [revoked, setRevoked] = useState<Invitation>();
  const invitations = useResource(path, { query: { page, pageSize } });
  const renew = useChange((id: string) => api.post(at(path, '/{invitationId}/renew', { invitationId: id })), {
    changes: [path],
    onDone: onRenewed,
  });
  const actions: Column<Invitation> = {
    key: 'actions',
    header: t('common.actions'),
    align: 'right',
    render: ({ id, email, ...invitation }) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <Tooltip label={t('operators.newLink')}>
          <ActionIcon aria-label={t('operators.newLinkFor', { email })} onClick={() => renew.mutate(id)}>
            <IconRefresh size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('operators.revoke')}>
          <ActionIcon
            aria-label={t('operators.revokeFor', { email })}
            onClick={() => setRevoked({ id, email, ...invitation })}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Tooltip>
      </Group>
    ),
  };
  if (!invitations.data || invitations.data.total === 0) return null;
  const { items, total } = invitations.data;
  return (
    <section>
      <Title order={2} size="h4" mt="xl" mb="sm">
        {t('operators.pending')}
      </Title>
      <DataTable
        label={t('operators.pending')}
        columns={[...columns(), actions]}
        rows={items}
        rowKey={({ id }) => id}
        isRefreshing={invitations.isFetching}
        paging={{ page, pageSize, total, onPage: setPage }}
        empty={null}
      />
      <ConfirmDialog
        opened={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        title={t('operators.revokeTitle', { email: revoked?.email ?? '' })}
        action={t('operators.revoke')}
        onConfirm={async () => {
          await api.remove(at(path, '/{invitationId}', { invitationId: revoked!.id }));
          await forget(path);
        }}
      >
        {t('operators.revokeText')}
      </ConfirmDialog>
    </section>
  );
};
