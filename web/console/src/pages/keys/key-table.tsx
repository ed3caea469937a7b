import { ActionIcon, Code, Group, Text, Tooltip } from '@mantine/core';
import { IconKey, IconRotate, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/api.ts';
import type { Key, NewKey } from '../../api/types/agent.ts';
import type { Paged } from '../../api/types/paged.ts';
import { forget } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { ConfirmDelete } from '../../components/confirm-delete.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { usePage } from '../../lib/use-page.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

const pageSize = 20;

const KeyState = ({ apiKey: { revokedAt, expiresAt } }: { apiKey: Key }) => {
  if (revokedAt !== null) {
    const isStillGood = Date.parse(revokedAt) > Date.now();
    return isStillGood ? (
      <StatusBadge tone="notice">ending</StatusBadge>
    ) : (
      <StatusBadge tone="quiet">revoked</StatusBadge>
    );
  }
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

type Question = { kind: 'rotate' | 'revoke'; key: Key };

export const KeyTable = ({ create, onMade }: KeyTableProps) => {
  const agent = useAgentScope();
  const [page, setPage] = usePage();
  const [question, setQuestion] = useState<Question>();
  const keys = useResource<Paged<Key>>(`${agent.api}/keys`, { query: { page, pageSize } });
  const actions: Column<Key> = {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    render: (key) =>
      key.revokedAt === null && (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Tooltip label="Replace by a new key">
            <ActionIcon
              aria-label={`Rotate ${key.name}`}
              onClick={() => setQuestion({ kind: 'rotate', key })}
            >
              <IconRotate size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Revoke">
            <ActionIcon
              aria-label={`Revoke ${key.name}`}
              onClick={() => setQuestion({ kind: 'revoke', key })}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Tooltip>
        </Group>
      ),
  };
  const answer = async ({ kind, key }: Question): Promise<void> => {
    const path = `${agent.api}/keys/${key.id}`;
    if (kind === 'revoke') await api.remove(path);
    else onMade(await api.post<NewKey>(`${path}/rotate`));
    await forget(`${agent.api}/keys`);
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
      <ConfirmDelete
        opened={question !== undefined}
        onClose={() => setQuestion(undefined)}
        title={
          question?.kind === 'rotate' ? `Rotate "${question.key.name}"?` : `Revoke "${question?.key.name}"?`
        }
        action={question?.kind === 'rotate' ? 'Rotate' : 'Revoke'}
        onConfirm={() => (question ? answer(question) : Promise.resolve())}
      >
        {question?.kind === 'rotate'
          ? 'A new key is made and shown once; the old one is refused from then on. To move without a gap, make a second key first and revoke this one later.'
          : 'Calls with this key are refused at once. This cannot be undone.'}
      </ConfirmDelete>
    </>
  );
};
