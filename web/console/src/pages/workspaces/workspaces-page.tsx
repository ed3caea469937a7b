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
import { t } from '../../messages/translate.ts';
import { roleAllows, useSession } from '../../session/session-context.ts';
import { roleName } from '../operators/roles.ts';
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
      header: t('common.name'),
      render: ({ name }) => (
        <Text size="sm" fw={550}>
          {name}
        </Text>
      ),
    },
    { key: 'role', header: t('workspaces.yourRole'), render: ({ role }) => roleName(role) },
    {
      key: 'created',
      header: t('workspaces.created'),
      render: ({ createdAt }) => <TimeText time={createdAt} />,
    },
    {
      key: 'actions',
      header: t('common.actions'),
      align: 'right',
      render: (workspace) =>
        roleAllows(session, workspace.role, 'workspace:write') && (
          <ActionIcon
            aria-label={t('common.renameNamed', { name: workspace.name })}
            onClick={() => setNamed(workspace)}
          >
            <IconPencil size={16} />
          </ActionIcon>
        ),
    },
  ];
  return (
    <>
      <PageHeader title={t('shell.page.workspaces')} description={t('workspaces.description')}>
        {mayCreate && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNamed('new')}>
            {t('workspaces.new')}
          </Button>
        )}
      </PageHeader>
      <ResourceView resource={workspaces}>
        {({ items, total }) => (
          <DataTable
            label={t('shell.page.workspaces')}
            columns={columns}
            rows={items}
            rowKey={({ id }) => id}
            onOpen={({ id }) => navigate(`/w/${id}`)}
            isRefreshing={workspaces.isFetching}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={
              <EmptyState icon={IconBuilding} title={t('workspaces.empty.title')}>
                {t('workspaces.empty.text')}
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
