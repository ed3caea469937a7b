import { Button, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconPlus, IconRobot, IconSearch } from '@tabler/icons-react';
import { useLocation, useSearchParams } from 'wouter';
import { at } from '../../api/address.ts';
import type { AgentSummary } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useFilter } from '../../lib/use-filter.ts';
import { usePage } from '../../lib/use-page.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { NewAgent } from './new-agent.tsx';

const columns: Column<AgentSummary>[] = [
  {
    key: 'name',
    header: 'Name',
    render: ({ name }) => (
      <Text size="sm" fw={550}>
        {name}
      </Text>
    ),
  },
  { key: 'kind', header: 'Kind', render: ({ kind }) => (kind === 'flow' ? 'Flow' : 'Simple') },
  {
    key: 'api',
    header: 'API',
    render: ({ apiEnabled }) =>
      apiEnabled ? <StatusBadge tone="good">on</StatusBadge> : <StatusBadge tone="quiet">off</StatusBadge>,
  },
  { key: 'updated', header: 'Changed', render: ({ updatedAt }) => <TimeText time={updatedAt} /> },
  {
    key: 'created',
    header: 'Created',
    isMinor: true,
    render: ({ createdAt }) => <TimeText time={createdAt} />,
  },
];

const pageSize = 20;
const pauseMs = 300;

const NameFilter = () => {
  const [name, setName] = useFilter('name');
  const search = useDebouncedCallback(setName, pauseMs);
  return (
    <TextInput
      aria-label="Part of the name"
      placeholder="Part of the name"
      leftSection={<IconSearch size={15} aria-hidden />}
      defaultValue={name}
      onChange={(event) => search(event.currentTarget.value)}
      maxLength={100}
      maw={320}
      mb="md"
    />
  );
};

const AgentsPage = () => {
  const workspace = useWorkspace();
  const [, navigate] = useLocation();
  const [search, setSearch] = useSearchParams();
  const [page, setPage] = usePage();
  const [name] = useFilter('name');
  const agents = useResource(at(workspace.api, '/agents'), {
    query: { page, pageSize, ...(name === '' ? {} : { name }) },
  });
  const isLong = name !== '' || (agents.data?.total ?? 0) > pageSize;
  const canWrite = workspace.can('agent:write');
  const create = canWrite && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setSearch({ new: '' })}>
      New agent
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Agents"
        description="An agent is a prompt, a model and what it knows. Each has keys, conversations and channels of its own."
      >
        {create}
      </PageHeader>
      {isLong && <NameFilter />}
      <ResourceView resource={agents}>
        {({ items, total }) => (
          <DataTable
            label="Agents"
            columns={columns}
            rows={items}
            rowKey={({ id }) => id}
            onOpen={({ id }) => navigate(`${workspace.href}/agents/${id}`)}
            isRefreshing={agents.isFetching}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={
              name !== '' ? (
                <EmptyState icon={IconRobot} title="Nothing like that">
                  No agent has this in its name.
                </EmptyState>
              ) : (
                <EmptyState icon={IconRobot} title="Make your first agent" action={create}>
                  {canWrite
                    ? 'Give it a name and tell it in a few sentences what it is for. It answers at once, from a model that is built in; a better one can be chosen later.'
                    : 'There is none yet. An editor of this workspace can make one.'}
                </EmptyState>
              )
            }
          />
        )}
      </ResourceView>
      {search.has('new') && canWrite && <NewAgent onClose={() => setSearch({}, { replace: true })} />}
    </>
  );
};

export default AgentsPage;
