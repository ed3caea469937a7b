import { Button, Group } from '@mantine/core';
import { IconSearch, IconTable } from '@tabler/icons-react';
import { EmptyState } from '../../../components/empty-state.tsx';

interface NoRecordsProps {
  isFiltered: boolean;
  mayWrite: boolean;
  onAdd(): void;
  onImport(): void;
}

export const NoRecords = ({ isFiltered, mayWrite, onAdd, onImport }: NoRecordsProps) => {
  if (isFiltered)
    return (
      <EmptyState icon={IconSearch} title="No record like that">
        Look for other words, or for another value.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconTable}
      title="No records yet"
      action={
        mayWrite && (
          <Group gap="sm">
            <Button onClick={onAdd}>Add a row</Button>
            <Button variant="default" onClick={onImport}>
              Import CSV
            </Button>
          </Group>
        )
      }
    >
      Type rows in, import a CSV, or let your own program add records over the API. The agent can look them up
      at once.
    </EmptyState>
  );
};
