import { Button, Group, Stack } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { AgentTable } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { PageGone, TablePages } from '../../../components/data-table.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { RecordGrid } from '../grid/record-grid.tsx';
import type { NewRecord } from '../grid/use-new-record.ts';
import { NewRecordBar } from './new-record-bar.tsx';
import { NoRecords } from './no-records.tsx';
import { RecordFilters } from './record-filters.tsx';
import type { RecordQuery } from './use-record-query.ts';
import { recordsPerPage, useRecords } from './use-records.ts';

interface RecordsProps {
  table: AgentTable;
  query: RecordQuery;
  newRecord: NewRecord;
  onImport(): void;
}

/** The records of a table with filters, selection and deletion. */
export const Records = ({ table, query, newRecord, onImport }: RecordsProps) => {
  const agent = useAgentScope();
  const path = at(agent.api, '/tables/{tableId}', { tableId: table.id });
  const mayWrite = agent.can('table:write');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isDeleting, setIsDeleting] = useState(false);
  const records = useRecords(table, query);
  const remove = useChange((recordIds: string[]) => api.post(at(path, '/records/delete'), { recordIds }), {
    changes: [at(agent.api, '/tables')],
    onDone: () => setSelected(new Set()),
    quiet: true,
  });
  const goTo = (page: number): void => query.set({ page: String(page) });
  const isFiltered = query.keyword !== '' || query.filter !== undefined;
  // Only records of this page, so that nobody deletes records that are not visible.
  const selectedIds = (records.data?.items ?? []).map(({ id }) => id).filter((id) => selected.has(id));
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <RecordFilters table={table} query={query} />
        {selectedIds.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={() => setIsDeleting(true)}
          >
            {t('tables.delete.button', { count: selectedIds.length })}
          </Button>
        )}
      </Group>
      {newRecord.isOpen && <NewRecordBar newRecord={newRecord} />}
      <ResourceView resource={records} bars={6}>
        {({ items, total }) => (
          <>
            {items.length === 0 && !newRecord.isOpen && query.page > 1 ? (
              <PageGone page={query.page} pageSize={recordsPerPage} total={total} onPage={goTo} />
            ) : items.length === 0 && !newRecord.isOpen ? (
              <NoRecords
                isFiltered={isFiltered}
                mayWrite={mayWrite}
                onAdd={newRecord.start}
                onImport={onImport}
              />
            ) : (
              <RecordGrid
                table={table}
                records={items}
                newRecord={newRecord}
                mayWrite={mayWrite}
                selected={selected}
                onSelected={setSelected}
                sort={query.sort}
                onSort={(sort) =>
                  query.set({ sort: sort ? `${sort.descending ? '-' : ''}${sort.field}` : '' })
                }
              >
                <TablePages
                  page={query.page}
                  pageSize={recordsPerPage}
                  total={total}
                  onPage={goTo}
                  shown={items.length}
                />
              </RecordGrid>
            )}
            <ConfirmDialog
              opened={isDeleting}
              onClose={() => setIsDeleting(false)}
              title={t('tables.delete.title', { count: selectedIds.length })}
              onConfirm={() => remove.mutateAsync(selectedIds)}
            >
              {t('tables.delete.text', { count: selectedIds.length })}
            </ConfirmDialog>
          </>
        )}
      </ResourceView>
    </Stack>
  );
};
