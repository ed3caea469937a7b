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
import { describeActor } from '../../lib/describe-actor.ts';
import { type LabelKey, t } from '../../messages/translate.ts';
import { useSession } from '../../session/session-context.ts';
import { roleName } from '../operators/roles.ts';
import { CreateToken, type TokensAddress } from './create-token.tsx';

const pageSize = 20;

const origins: Record<Exclude<OperatorToken['kind'], 'created'>, LabelKey> = {
  preset: 'tokens.preset',
  'first-start': 'tokens.firstStart',
};

const TokenState = ({ revokedAt, expiresAt }: OperatorToken) => {
  if (revokedAt !== null) return <StatusBadge tone="quiet">{t('tokens.revoked')}</StatusBadge>;
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
    return <StatusBadge tone="quiet">{t('tokens.expired')}</StatusBadge>;
  return <StatusBadge tone="good">{t('tokens.active')}</StatusBadge>;
};

const columns = (): Column<OperatorToken>[] => [
  {
    key: 'name',
    header: t('common.name'),
    render: ({ name, kind }) => (
      <>
        <Text size="sm" fw={550}>
          {name}
        </Text>
        {kind !== 'created' && (
          <Text size="xs" c="dimmed">
            {t(origins[kind])}
          </Text>
        )}
      </>
    ),
  },
  { key: 'role', header: t('operators.role'), render: ({ role }) => roleName(role) },
  { key: 'state', header: t('common.state'), render: (token) => <TokenState {...token} /> },
  { key: 'used', header: t('tokens.lastUsed'), render: ({ lastUsedAt }) => <TimeText time={lastUsedAt} /> },
  {
    key: 'ends',
    header: t('tokens.expires'),
    isMinor: true,
    render: ({ expiresAt }) => <TimeText time={expiresAt} never={t('tokens.expiresNever')} />,
  },
  {
    key: 'by',
    header: t('tokens.createdBy'),
    isMinor: true,
    render: ({ createdBy }) => describeActor(createdBy),
  },
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
      {t('tokens.new')}
    </Button>
  );
  const actions: Column<OperatorToken> = {
    key: 'actions',
    header: t('common.actions'),
    align: 'right',
    render: (token) =>
      token.revokedAt === null && (
        <Tooltip label={t('tokens.revoke')}>
          <ActionIcon
            aria-label={t('tokens.revokeNamed', { name: token.name })}
            onClick={() => setRevoked(token)}
          >
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
            columns={[...columns(), actions]}
            rows={items}
            rowKey={({ id }) => id}
            isRefreshing={tokens.isFetching}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={
              <EmptyState icon={IconTicket} title={t('tokens.empty.title')} action={create}>
                {t('tokens.empty.text')}
              </EmptyState>
            }
          />
        )}
      </ResourceView>
      {isCreating && <CreateToken path={path} onClose={() => setIsCreating(false)} onCreated={setCreated} />}
      <SecretOnce
        secret={created?.token}
        title={t('tokens.secretTitle', { name: created?.name ?? '' })}
        onClose={() => setCreated(undefined)}
      />
      <ConfirmDialog
        opened={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        title={t('tokens.revokeTitle', { name: revoked?.name ?? '' })}
        action={t('tokens.revoke')}
        onConfirm={async () => {
          await api.remove(at(path, '/{tokenId}', { tokenId: revoked!.id }));
          // Revoking the token of the current session ends the session.
          if (revoked!.id === session.id) await reload();
          else await forgetOnly(path);
        }}
      >
        {revoked?.id === session.id ? t('tokens.revokeOwnText') : t('tokens.revokeText')}
      </ConfirmDialog>
    </section>
  );
};
