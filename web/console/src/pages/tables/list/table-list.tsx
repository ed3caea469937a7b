import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { at } from '../../../api/address.ts';
import type { AgentTable } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { usePage } from '../../../lib/use-page.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { NewTable } from './new-table.tsx';
import { NoTables } from './no-tables.tsx';

const pageSize = 25;
const namesShown = 6;

const fieldNames = ({ fields }: AgentTable): string => {
  const names = fields.slice(0, namesShown).map(({ name }) => name);
  const more = fields.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
};

/** The agent's tables. */
export const TableList = () => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  const [page, setPage] = usePage();
  const [isMaking, setIsMaking] = useState(false);
  const tables = useResource(at(agent.api, '/tables'), { query: { page, pageSize } });
  const hrefOf = ({ id }: AgentTable): string => `${agent.href}/tables/${id}`;
  const columns: Column<AgentTable>[] = [
    {
      key: 'name',
      header: 'Table',
      render: (table) => (
        <Anchor component={Link} href={hrefOf(table)} size="sm" fw={550} underline="hover" c="inherit">
          {table.name}
        </Anchor>
      ),
    },
    {
      key: 'description',
      header: 'Description',
      render: ({ description }) => (
        <Text size="sm" lineClamp={2}>
          {description}
        </Text>
      ),
    },
    {
      key: 'fields',
      header: 'Fields',
      isMinor: true,
      render: (table) => (
        <Text size="sm" c="dimmed" lineClamp={2}>
          {fieldNames(table)}
        </Text>
      ),
    },
    {
      key: 'records',
      header: 'Records',
      align: 'right',
      render: ({ recordCount }) => recordCount.toLocaleString(),
    },
  ];
  return (
    <>
      <PageHeader
        title="Tables"
        description="Records that the agent looks up during a conversation, such as orders or bookings, and may change where its settings allow."
      >
        {agent.can('table:write') && (
          <Group gap="xs">
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsMaking(true)}>
              New table
            </Button>
          </Group>
        )}
      </PageHeader>
      <ResourceView resource={tables}>
        {({ items, total }) => (
          <DataTable
            label="Tables"
            columns={columns}
            rows={items}
            rowKey={({ id }) => id}
            onOpen={(table) => navigate(hrefOf(table))}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={<NoTables onNew={() => setIsMaking(true)} />}
          />
        )}
      </ResourceView>
      {isMaking && <NewTable onClose={() => setIsMaking(false)} />}
    </>
  );
};
