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
import { useWorkspace } from '../../session/use-workspace.ts';
import { roles } from './roles.ts';

const pageSize = 20;

const columns: Column<Invitation>[] = [
  { key: 'email', header: 'E-mail', render: ({ email }) => email },
  { key: 'role', header: 'Role', render: ({ role }) => roles.find(({ value }) => value === role)?.label },
  {
    key: 'state',
    header: 'Link',
    render: ({ expired }) =>
      expired ? <StatusBadge tone="quiet">expired</StatusBadge> : <StatusBadge tone="good">open</StatusBadge>,
  },
  { key: 'expires', header: 'Ends', render: ({ expiresAt }) => <TimeText time={expiresAt} /> },
  { key: 'by', header: 'Invited by', isMinor: true, render: ({ createdBy }) => createdBy },
];

/** Who was invited and has not accepted. Not shown while there is nobody. */
export const InvitationList = ({ onRenewed }: { onRenewed(made: InvitationLink): void }) => {
  const path = at(useWorkspace().api, '/invitations');
  const [page, setPage] = useState(1);
  const [withdrawn, setWithdrawn] = useState<Invitation>();
  const invitations = useResource(path, { query: { page, pageSize } });
  const renew = useChange((id: string) => api.post(at(path, '/{invitationId}/renew', { invitationId: id })), {
    changes: [path],
    onDone: onRenewed,
  });
  const actions: Column<Invitation> = {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    render: ({ id, email, ...invitation }) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <Tooltip label="Make a new link">
          <ActionIcon aria-label={`New link for ${email}`} onClick={() => renew.mutate(id)}>
            <IconRefresh size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Withdraw">
          <ActionIcon
            aria-label={`Withdraw the invitation of ${email}`}
            onClick={() => setWithdrawn({ id, email, ...invitation })}
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
        Pending invitations
      </Title>
      <DataTable
        label="Pending invitations"
        columns={[...columns, actions]}
        rows={items}
        rowKey={({ id }) => id}
        isRefreshing={invitations.isFetching}
        paging={{ page, pageSize, total, onPage: setPage }}
        empty={null}
      />
      <ConfirmDialog
        opened={withdrawn !== undefined}
        onClose={() => setWithdrawn(undefined)}
        title={`Withdraw the invitation of ${withdrawn?.email}?`}
        action="Withdraw"
        onConfirm={async () => {
          await api.remove(at(path, '/{invitationId}', { invitationId: withdrawn!.id }));
          await forget(path);
        }}
      >
        The link no longer works. You can invite the person again.
      </ConfirmDialog>
    </section>
  );
};
