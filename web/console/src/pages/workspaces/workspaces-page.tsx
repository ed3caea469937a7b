import { ActionIcon, Button, Text } from '@mantine/core';
import { IconBuilding, IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Workspace } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { usePage } from '../../lib/use-page.ts';
import { roleAllows, useSession } from '../../session/session-context.ts';
import { NameWorkspace } from './name-workspace.tsx';

const pageSize = 20;

const WorkspacesPage = () => {
  const { session } = useSession();
  const [, navigate] = useLocation();
  const [page, setPage] = usePage();
  const [named, setNamed] = useState<Workspace | 'new'>();
  const workspaces = useResource('/workspaces', { query: { page, pageSize } });
  const mayCreate =
    session.isInstallationOwner ||
    (session.kind === 'person' &&
      session.workspaces.some(({ role }) => roleAllows(session, role, 'workspace:write')));
  const columns: Column<Workspace>[] = [
    {
      key: 'name',
      header: 'Name',
      render: ({ name }) => (
        <Text size="sm" fw={550}>
          {name}
        </Text>
      ),
    },
    { key: 'role', header: 'Your role', render: ({ role }) => role },
    { key: 'created', header: 'Created', render: ({ createdAt }) => <TimeText time={createdAt} /> },
    {
      key: 'actions',
      header: 'Actions',
      align: 'right',
      render: (workspace) =>
        roleAllows(session, workspace.role, 'workspace:write') && (
          <ActionIcon aria-label={`Rename ${workspace.name}`} onClick={() => setNamed(workspace)}>
            <IconPencil size={16} />
          </ActionIcon>
        ),
    },
  ];
  return (
    <>
      <PageHeader
        title="Workspaces"
        description="Agents, people and credits of one workspace are apart from every other's."
      >
        {mayCreate && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNamed('new')}>
            New workspace
          </Button>
        )}
      </PageHeader>
      <ResourceView resource={workspaces}>
        {({ items, total }) => (
          <DataTable
            label="Workspaces"
            columns={columns}
            rows={items}
            rowKey={({ id }) => id}
            onOpen={({ id }) => navigate(`/w/${id}`)}
            isRefreshing={workspaces.isFetching}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={
              <EmptyState icon={IconBuilding} title="You belong to no workspace">
                Ask an owner to add you, or make one if you may.
              </EmptyState>
            }
          />
        )}
      </ResourceView>
      {named && (
        <NameWorkspace workspace={named === 'new' ? undefined : named} onClose={() => setNamed(undefined)} />
      )}
    </>
  );
};

export default WorkspacesPage;
