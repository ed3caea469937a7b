import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { at, type TableAddress } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { AgentTable, TableField } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { mostFields } from '../fields/field-limits.ts';
import { FieldRow } from '../fields/field-row.tsx';
import { readTableProblem } from '../fields/table-problem.ts';
import { emptyField } from '../fields/type-names.ts';

interface AddFieldProps {
  table: AgentTable;
  /** Of the table. */
  path: TableAddress;
  changes: string[];
}

/** One more field; records that are there do not have it yet. */
export const AddField = ({ table, path, changes }: AddFieldProps) => {
  const [field, setField] = useState<TableField>();
  const add = useChange(() => api.post(at(path, '/fields'), field!), {
    changes,
    onDone: () => setField(undefined),
    quiet: true,
  });
  const problem = add.error ? readTableProblem(add.error.message) : undefined;
  if (!field)
    return (
      <Group justify="space-between">
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={table.fields.length >= mostFields}
          onClick={() => setField(emptyField())}
        >
          Add a field
        </Button>
        <Text size="xs" c="dimmed">
          {table.fields.length} of at most {mostFields}
        </Text>
      </Group>
    );
  return (
    <Stack gap="xs">
      {problem && !problem.place && (
        <Alert color="red" role="alert">
          {problem.text}
        </Alert>
      )}
      <FieldRow
        value={field}
        number={table.fields.length + 1}
        onChange={setField}
        problem={problem?.place ? { part: problem.place.part, text: problem.text } : undefined}
      />
      <Group justify="flex-end">
        <Button size="xs" variant="default" onClick={() => setField(undefined)}>
          Cancel
        </Button>
        <Button size="xs" loading={add.isPending} onClick={() => add.mutate(undefined)}>
          Add the field
        </Button>
      </Group>
    </Stack>
  );
};
