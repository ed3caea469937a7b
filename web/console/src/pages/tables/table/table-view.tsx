import { Anchor, Group } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { at } from '../../../api/address.ts';
import type { AgentTable } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { PageHeader } from '../../../components/page-header.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { useNewRow } from '../grid/use-new-row.ts';
import { ImportCsv } from '../import/import-csv.tsx';
import { Records } from './records.tsx';
import { TableActions } from './table-actions.tsx';
import { useRecordQuery } from './use-record-query.ts';

const Sheet = ({ table }: { table: AgentTable }) => {
  const [isImporting, setIsImporting] = useState(false);
  const query = useRecordQuery(table);
  const newRow = useNewRow(table);
  return (
    <div data-wide>
      <PageHeader
        title={table.name}
        description={`${table.description} · ${table.recordCount.toLocaleString()} ${table.recordCount === 1 ? 'record' : 'records'}`}
      >
        <TableActions
          table={table}
          keyword={query.keyword}
          onImport={() => setIsImporting(true)}
          onAdd={newRow.start}
        />
      </PageHeader>
      <Records table={table} query={query} newRow={newRow} onImport={() => setIsImporting(true)} />
      {isImporting && <ImportCsv table={table} onClose={() => setIsImporting(false)} />}
    </div>
  );
};

/** One table as a spreadsheet. */
export const TableView = ({ tableId }: { tableId: string }) => {
  const agent = useAgentScope();
  const table = useResource(at(agent.api, '/tables/{tableId}', { tableId }));
  return (
    <>
      <Group mb="xs">
        <Anchor component={Link} href={`${agent.href}/tables`} size="sm" underline="hover">
          <IconArrowLeft size={14} style={{ verticalAlign: -2 }} aria-hidden /> Tables
        </Anchor>
      </Group>
      <ResourceView resource={table} bars={6}>
        {(data) => <Sheet table={data} />}
      </ResourceView>
    </>
  );
};
