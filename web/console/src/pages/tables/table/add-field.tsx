import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { at, type TableAddress } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { AgentTable, TableField } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { t } from '../../../messages/translate.ts';
import { mostFields } from '../fields/field-limits.ts';
import { FieldRow } from '../fields/field-row.tsx';
import { emptyField } from '../fields/field-types.ts';
import { readTableProblem } from '../fields/table-problem.ts';

interface AddFieldProps {
  table: AgentTable;
  /** Path of the table. */
  path: TableAddress;
  changes: string[];
}

/** Adds a field, which has no value in existing records. */
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
          {t('tables.field.add')}
        </Button>
        <Text size="xs" c="dimmed">
          {t('tables.field.count', { count: table.fields.length, max: mostFields })}
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
        otherNames={table.fields.map((one) => one.name)}
        value={field}
        number={table.fields.length + 1}
        onChange={setField}
        problem={problem?.place ? { part: problem.place.part, text: problem.text } : undefined}
      />
      <Group justify="flex-end">
        <Button size="xs" variant="default" onClick={() => setField(undefined)}>
          {t('common.cancel')}
        </Button>
        <Button size="xs" loading={add.isPending} onClick={() => add.mutate(undefined)}>
          {t('tables.field.add')}
        </Button>
      </Group>
    </Stack>
  );
};
