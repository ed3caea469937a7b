import { Alert, Button, Group, Text } from '@mantine/core';
import type { NewRow } from '../grid/use-new-row.ts';

/** What to do with the row that is being written. */
export const NewRowBar = ({ newRow }: { newRow: NewRow }) => (
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
