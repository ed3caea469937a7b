import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import {
  IconAdjustments,
  IconArrowLeft,
  IconDownload,
  IconFileImport,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { api } from '../../../api/api.ts';
import type { AgentTable, TableRecord } from '../../../api/types/table.ts';
import { useChange } from '../../../api/use-change.ts';
import { useResource } from '../../../api/use-resource.ts';
import { ConfirmDelete } from '../../../components/confirm-delete.tsx';
import { TablePages } from '../../../components/data-table.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { RecordGrid } from '../grid/record-grid.tsx';
import { type NewRow, useNewRow } from '../grid/use-new-row.ts';
import { ImportCsv } from '../import/import-csv.tsx';
import { NoRecords } from './no-records.tsx';
import { RecordFilters } from './record-filters.tsx';
import { TableSettings } from './table-settings.tsx';
import { type RecordQuery, useRecordQuery } from './use-record-query.ts';
import { recordsPerPage, useRecords } from './use-records.ts';

const NewRowBar = ({ newRow }: { newRow: NewRow }) => (
  <Alert color={newRow.problem ? 'red' : 'teal'} p="xs" role={newRow.problem ? 'alert' : undefined}>
    <Group justify="space-between" gap="xs">
      <Text size="sm">{newRow.problem ?? 'Fill in the first row, then save it with Ctrl+Enter.'}</Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={newRow.discard}>
          Discard
        </Button>
        <Button size="xs" loading={newRow.isSaving} onClick={newRow.save}>
          Save row
        </Button>
      </Group>
    </Group>
  </Alert>
);

interface RecordsProps {
  table: AgentTable;
  query: RecordQuery;
  newRow: NewRow;
  onImport(): void;
}

const Records = ({ table, query, newRow, onImport }: RecordsProps) => {
  const agent = useAgentScope();
  const path = `${agent.api}/tables/${table.id}`;
  const mayWrite = agent.can('table:write');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isDeleting, setIsDeleting] = useState(false);
  const records = useRecords(table, query);
  const remove = useChange((recordIds: string[]) => api.post(`${path}/records/delete`, { recordIds }), {
    changes: [`${agent.api}/tables`],
    onDone: () => setChosen(new Set()),
    quiet: true,
  });
  const isFiltered = query.keyword !== '' || query.filter !== undefined;
  const idsOf = (items: TableRecord[]): string[] =>
    items.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <RecordFilters table={table} query={query} />
        {chosen.size > 0 && (
          <Button
            variant="default"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={() => setIsDeleting(true)}
          >
            Delete {chosen.size === 1 ? 'the row' : `${chosen.size} rows`}
          </Button>
        )}
      </Group>
      {newRow.isOpen && <NewRowBar newRow={newRow} />}
      <ResourceView resource={records} bars={6}>
        {({ items, total }) => (
          <>
            {items.length === 0 && !newRow.isOpen ? (
              <NoRecords
                isFiltered={isFiltered}
                mayWrite={mayWrite}
                onAdd={newRow.start}
                onImport={onImport}
              />
            ) : (
              <RecordGrid
                table={table}
                records={items}
                newRow={newRow}
                mayWrite={mayWrite}
                chosen={chosen}
                onChosen={setChosen}
                sort={query.sort}
                onSort={(sort) =>
                  query.set({ sort: sort ? `${sort.descending ? '-' : ''}${sort.field}` : '' })
                }
              >
                <TablePages
                  page={query.page}
                  pageSize={recordsPerPage}
                  total={total}
                  onPage={(page) => query.set({ page: String(page) })}
                  shown={items.length}
                />
              </RecordGrid>
            )}
            <ConfirmDelete
              opened={isDeleting}
              onClose={() => setIsDeleting(false)}
              title={idsOf(items).length === 1 ? 'Delete the row?' : `Delete ${idsOf(items).length} rows?`}
              onConfirm={() => remove.mutateAsync(idsOf(items))}
            >
              The agent finds them no more, and they cannot be had back.
            </ConfirmDelete>
          </>
        )}
      </ResourceView>
    </Stack>
  );
};

const TableActions = ({
  table,
  keyword,
  onImport,
  onAdd,
}: {
  table: AgentTable;
  keyword: string;
  onImport(): void;
  onAdd(): void;
}) => {
  const agent = useAgentScope();
  const [isSettingsOpen, setIsSettingsOpen] = useState(false);
  const mayWrite = agent.can('table:write');
  return (
    <>
      <Button
        component="a"
        href={api.address(`${agent.api}/tables/${table.id}/export`, { keyword })}
        download
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {keyword === '' ? 'Export' : 'Export what was found'}
      </Button>
      {mayWrite && (
        <>
          <Button variant="default" leftSection={<IconFileImport size={16} aria-hidden />} onClick={onImport}>
            Import CSV
          </Button>
          <Button
            variant="default"
            leftSection={<IconAdjustments size={16} aria-hidden />}
            onClick={() => setIsSettingsOpen(true)}
          >
            Settings
          </Button>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
            Add row
          </Button>
        </>
      )}
      {isSettingsOpen && <TableSettings table={table} onClose={() => setIsSettingsOpen(false)} />}
    </>
  );
};

const Sheet = ({ table }: { table: AgentTable }) => {
  const [isImporting, setIsImporting] = useState(false);
  const query = useRecordQuery(table);
  const newRow = useNewRow(table);
  return (
    <div data-wide>
      <PageHeader
        title={table.name}
        description={`${table.description} · ${table.recordCount.toLocaleString()} records`}
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
  const table = useResource<AgentTable>(`${agent.api}/tables/${tableId}`);
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
