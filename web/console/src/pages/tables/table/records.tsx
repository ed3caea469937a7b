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
import { useAgentScope } from '../../../session/use-workspace.ts';
import { RecordGrid } from '../grid/record-grid.tsx';
import type { NewRow } from '../grid/use-new-row.ts';
import { NewRowBar } from './new-row-bar.tsx';
import { NoRecords } from './no-records.tsx';
import { RecordFilters } from './record-filters.tsx';
import type { RecordQuery } from './use-record-query.ts';
import { recordsPerPage, useRecords } from './use-records.ts';

interface RecordsProps {
  table: AgentTable;
  query: RecordQuery;
  newRow: NewRow;
  onImport(): void;
}

/** The records of a table: found, shown, chosen, deleted. */
export const Records = ({ table, query, newRow, onImport }: RecordsProps) => {
  const agent = useAgentScope();
  const path = at(agent.api, '/tables/{tableId}', { tableId: table.id });
  const mayWrite = agent.can('table:write');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isDeleting, setIsDeleting] = useState(false);
  const records = useRecords(table, query);
  const remove = useChange((recordIds: string[]) => api.post(at(path, '/records/delete'), { recordIds }), {
    changes: [at(agent.api, '/tables')],
    onDone: () => setChosen(new Set()),
    quiet: true,
  });
  const goTo = (page: number): void => query.set({ page: String(page) });
  const isFiltered = query.keyword !== '' || query.filter !== undefined;
  // Of this page alone: nobody means to delete what they do not see.
  const chosenIds = (records.data?.items ?? []).map(({ id }) => id).filter((id) => chosen.has(id));
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <RecordFilters table={table} query={query} />
        {chosenIds.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={() => setIsDeleting(true)}
          >
            Delete {chosenIds.length === 1 ? 'the row' : `${chosenIds.length} rows`}
          </Button>
        )}
      </Group>
      {newRow.isOpen && <NewRowBar newRow={newRow} />}
      <ResourceView resource={records} bars={6}>
        {({ items, total }) => (
          <>
            {items.length === 0 && !newRow.isOpen && query.page > 1 ? (
              <PageGone page={query.page} pageSize={recordsPerPage} total={total} onPage={goTo} />
            ) : items.length === 0 && !newRow.isOpen ? (
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
                  onPage={goTo}
                  shown={items.length}
                />
              </RecordGrid>
            )}
            <ConfirmDialog
              opened={isDeleting}
              onClose={() => setIsDeleting(false)}
              title={chosenIds.length === 1 ? 'Delete the row?' : `Delete ${chosenIds.length} rows?`}
              onConfirm={() => remove.mutateAsync(chosenIds)}
            >
              The agent finds them no more, and they cannot be had back.
            </ConfirmDialog>
          </>
        )}
      </ResourceView>
    </Stack>
  );
};
