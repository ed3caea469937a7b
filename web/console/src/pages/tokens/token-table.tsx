import { ActionIcon, Button, Group, Text, Title, Tooltip } from '@mantine/core';
import { IconPlus, IconTicket, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { NewOperatorToken, OperatorToken } from '../../api/generated.ts';
import { forgetOnly } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useSession } from '../../session/session-context.ts';
import { roles } from '../operators/roles.ts';
import { CreateToken, type TokensAddress } from './create-token.tsx';

const pageSize = 20;

const origins: Record<OperatorToken['kind'], string | undefined> = {
  created: undefined,
  preset: 'Set by FRONTDESK_ADMIN_TOKEN',
  'first-start': 'Printed by the first start; ends once there is an owner',
};

const TokenState = ({ revokedAt, expiresAt }: OperatorToken) => {
  if (revokedAt !== null) return <StatusBadge tone="quiet">revoked</StatusBadge>;
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
    return <StatusBadge tone="quiet">expired</StatusBadge>;
  return <StatusBadge tone="good">live</StatusBadge>;
};

const columns: Column<OperatorToken>[] = [
  {
    key: 'name',
    header: 'Name',
    render: ({ name, kind }) => (
      <>
        <Text size="sm" fw={550}>
          {name}
        </Text>
        {origins[kind] && (
          <Text size="xs" c="dimmed">
            {origins[kind]}
          </Text>
        )}
      </>
    ),
  },
  { key: 'role', header: 'Role', render: ({ role }) => roles.find(({ value }) => value === role)?.label },
  { key: 'state', header: 'State', render: (token) => <TokenState {...token} /> },
  { key: 'used', header: 'Last used', render: ({ lastUsedAt }) => <TimeText time={lastUsedAt} /> },
  { key: 'ends', header: 'Ends', isMinor: true, render: ({ expiresAt }) => <TimeText time={expiresAt} /> },
  { key: 'by', header: 'Created by', isMinor: true, render: ({ createdBy }) => createdBy },
];

export const TokenTable = ({ title, path }: { title: string; path: TokensAddress }) => {
  const { session, reload } = useSession();
  const [page, setPage] = useState(1);
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<NewOperatorToken>();
  const [revoked, setRevoked] = useState<OperatorToken>();
  const tokens = useResource(path, { query: { page, pageSize } });
  const create = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setIsCreating(true)}
    >
      New token
    </Button>
  );
  const actions: Column<OperatorToken> = {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    render: (token) =>
      token.revokedAt === null && (
        <Tooltip label="Revoke">
          <ActionIcon aria-label={`Revoke ${token.name}`} onClick={() => setRevoked(token)}>
            <IconTrash size={16} />
          </ActionIcon>
        </Tooltip>
      ),
  };
  return (
    <section aria-label={title}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {tokens.data && tokens.data.total > 0 && create}
      </Group>
      <ResourceView resource={tokens}>
        {({ items, total }) => (
          <DataTable
            label={title}
            columns={[...columns, actions]}
            rows={items}
            rowKey={({ id }) => id}
            isRefreshing={tokens.isFetching}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={
              <EmptyState icon={IconTicket} title="No tokens yet" action={create}>
                Create a token for each script, with the least role it needs, so that you can revoke each
                alone.
              </EmptyState>
            }
          />
        )}
      </ResourceView>
      {isCreating && <CreateToken path={path} onClose={() => setIsCreating(false)} onCreated={setCreated} />}
      <SecretOnce
        secret={created?.token}
        title={`Token "${created?.name ?? ''}"`}
        onClose={() => setCreated(undefined)}
      />
      <ConfirmDialog
        opened={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        title={`Revoke "${revoked?.name}"?`}
        action="Revoke"
        onConfirm={async () => {
          await api.remove(at(path, '/{tokenId}', { tokenId: revoked!.id }));
          // Whoever revokes the token they are signed in with has no session any more.
          if (revoked!.id === session.id) await reload();
          else await forgetOnly(path);
        }}
      >
        {revoked?.id === session.id
          ? 'You are signed in with this token: your session ends too.'
          : 'Calls with this token are refused at once, and sessions opened with it end.'}{' '}
        Invitations made with it are withdrawn. This cannot be undone.
      </ConfirmDialog>
    </section>
  );
};
