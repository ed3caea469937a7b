import { Anchor, Group } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { at } from '../../../api/address.ts';
import type { AgentTable } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { PageHeader } from '../../../components/page-header.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { useNewRecord } from '../grid/use-new-record.ts';
import { ImportFile } from '../import/import-file.tsx';
import { Records } from './records.tsx';
import { TableActions } from './table-actions.tsx';
import { useRecordQuery } from './use-record-query.ts';

const TableSheet = ({ table }: { table: AgentTable }) => {
  const [isImporting, setIsImporting] = useState(false);
  const query = useRecordQuery(table);
  const newRecord = useNewRecord(table);
  return (
    <div data-wide>
      <PageHeader
        title={table.name}
        description={`${table.description} · ${t('tables.recordCount', { count: table.recordCount })}`}
      >
        <TableActions
          table={table}
          keyword={query.keyword}
          onImport={() => setIsImporting(true)}
          onAdd={newRecord.start}
        />
      </PageHeader>
      <Records table={table} query={query} newRecord={newRecord} onImport={() => setIsImporting(true)} />
      {isImporting && <ImportFile table={table} onClose={() => setIsImporting(false)} />}
    </div>
  );
};

/** One table with its records. */
export const TableView = ({ tableId }: { tableId: string }) => {
  const agent = useAgentScope();
  const table = useResource(at(agent.api, '/tables/{tableId}', { tableId }));
  return (
    <>
      <Group mb="xs">
        <Anchor component={Link} href={`${agent.href}/tables`} size="sm" underline="hover">
          <IconArrowLeft size={14} style={{ verticalAlign: -2 }} aria-hidden /> {t('tables.title')}
        </Anchor>
      </Group>
      <ResourceView resource={table} bars={6}>
        {(data) => <TableSheet table={data} />}
      </ResourceView>
    </>
  );
};
