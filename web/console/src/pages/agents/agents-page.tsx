import { Button, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconPlus, IconRobot, IconSearch, IconUpload } from '@tabler/icons-react';
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
import { t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { ImportAgent } from './import-agent.tsx';
import { NewAgent } from './new-agent.tsx';

const createColumns = (): Column<AgentSummary>[] => [
  {
    key: 'name',
    header: t('common.name'),
    render: ({ name }) => (
      <Text size="sm" fw={550}>
        {name}
      </Text>
    ),
  },
  {
    key: 'type',
    header: t('agents.type'),
    render: ({ kind }) => (kind === 'flow' ? t('agents.type.flow') : t('agents.type.simple')),
  },
  {
    key: 'api',
    header: t('agents.api'),
    render: ({ apiEnabled }) => (
      <StatusBadge tone={apiEnabled ? 'good' : 'quiet'}>
        {apiEnabled ? t('agents.api.on') : t('agents.api.off')}
      </StatusBadge>
    ),
  },
  { key: 'updated', header: t('agents.updated'), render: ({ updatedAt }) => <TimeText time={updatedAt} /> },
  {
    key: 'created',
    header: t('agents.created'),
    isMinor: true,
    render: ({ createdAt }) => <TimeText time={createdAt} />,
  },
];

const pageSize = 20;
const debounceMs = 300;

const NameFilter = () => {
  const [name, setName] = useFilter('name');
  const search = useDebouncedCallback(setName, debounceMs);
  return (
    <TextInput
      aria-label={t('agents.search')}
      placeholder={t('agents.search')}
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
  const hasFilter = name !== '' || (agents.data?.total ?? 0) > pageSize;
  const canWrite = workspace.can('agent:write');
  const create = canWrite && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setSearch({ new: '' })}>
      {t('shell.newAgent')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('shell.page.agents')} description={t('agents.description')}>
        {canWrite && (
          <Button
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden />}
            onClick={() => setSearch({ import: '' })}
          >
            {t('agents.import')}
          </Button>
        )}
        {create}
      </PageHeader>
      {hasFilter && <NameFilter />}
      <ResourceView resource={agents}>
        {({ items, total }) => (
          <DataTable
            label={t('shell.page.agents')}
            columns={createColumns()}
            rows={items}
            rowKey={({ id }) => id}
            onOpen={({ id }) => navigate(`${workspace.href}/agents/${id}`)}
            isRefreshing={agents.isFetching}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={
              name !== '' ? (
                <EmptyState icon={IconRobot} title={t('shell.noMatches')}>
                  {t('agents.noMatches.text')}
                </EmptyState>
              ) : (
                <EmptyState icon={IconRobot} title={t('agents.empty.title')} action={create}>
                  {canWrite ? t('agents.empty.text') : t('agents.empty.viewer')}
                </EmptyState>
              )
            }
          />
        )}
      </ResourceView>
      {search.has('import') && canWrite && <ImportAgent onClose={() => setSearch({}, { replace: true })} />}
      {search.has('new') && canWrite && <NewAgent onClose={() => setSearch({}, { replace: true })} />}
    </>
  );
};

export default AgentsPage;
