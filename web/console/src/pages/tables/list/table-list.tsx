import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { at } from '../../../api/address.ts';
import type { AgentTable } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { formatNumber } from '../../../lib/format-number.ts';
import { usePage } from '../../../lib/use-page.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { NewTableFromFile } from '../import/new-table-from-file.tsx';
import { NewTable } from './new-table.tsx';
import { NoTables } from './no-tables.tsx';

const pageSize = 25;
const namesShown = 6;

const fieldNames = ({ fields }: AgentTable): string => {
  const names = fields
    .slice(0, namesShown)
    .map(({ name }) => name)
    .join(', ');
  const count = fields.length - namesShown;
  return count > 0 ? t('tables.list.moreFields', { names, count }) : names;
};

/** The tables of the agent. */
export const TableList = () => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  const [page, setPage] = usePage();
  const [isCreating, setIsCreating] = useState(false);
  const [isImporting, setIsImporting] = useState(false);
  const tables = useResource(at(agent.api, '/tables'), { query: { page, pageSize } });
  const hrefOf = ({ id }: AgentTable): string => `${agent.href}/tables/${id}`;
  const columns: Column<AgentTable>[] = [
    {
      key: 'name',
      header: t('tables.list.table'),
      render: (table) => (
        <Anchor component={Link} href={hrefOf(table)} size="sm" fw={550} underline="hover" c="inherit">
          {table.name}
        </Anchor>
      ),
    },
    {
      key: 'description',
      header: t('common.description'),
      render: ({ description }) => (
        <Text size="sm" lineClamp={2}>
          {description}
        </Text>
      ),
    },
    {
      key: 'fields',
      header: t('tables.fields'),
      isMinor: true,
      render: (table) => (
        <Text size="sm" c="dimmed" lineClamp={2}>
          {fieldNames(table)}
        </Text>
      ),
    },
    {
      key: 'records',
      header: t('tables.list.records'),
      align: 'right',
      render: ({ recordCount }) => formatNumber(recordCount),
    },
  ];
  return (
    <>
      <PageHeader title={t('tables.title')} description={t('tables.description')}>
        {agent.can('table:write') && (
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconFileImport size={16} aria-hidden />}
              onClick={() => setIsImporting(true)}
            >
              {t('tables.newFile')}
            </Button>
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsCreating(true)}>
              {t('tables.new')}
            </Button>
          </Group>
        )}
      </PageHeader>
      <ResourceView resource={tables}>
        {({ items, total }) => (
          <DataTable
            label={t('tables.title')}
            columns={columns}
            rows={items}
            rowKey={({ id }) => id}
            onOpen={(table) => navigate(hrefOf(table))}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={<NoTables onNew={() => setIsCreating(true)} onImport={() => setIsImporting(true)} />}
          />
        )}
      </ResourceView>
      {isCreating && <NewTable onClose={() => setIsCreating(false)} />}
      {isImporting && <NewTableFromFile onClose={() => setIsImporting(false)} />}
    </>
  );
};
