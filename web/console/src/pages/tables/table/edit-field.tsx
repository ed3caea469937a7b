import { Button, Group, Paper, Text, TextInput } from '@mantine/core';
import { api } from '../../../api/api.ts';
import { path as pathOf } from '../../../api/path.ts';
import type { AgentTable, TableField } from '../../../api/types/table.ts';
import { useChange } from '../../../api/use-change.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { longestDescription, longestName } from '../fields/field-limits.ts';
import { readTableProblem } from '../fields/table-problem.ts';
import { typeNames } from '../fields/type-names.ts';

interface EditFieldProps {
  /** Of the table. */
  path: string;
  field: TableField;
  changes: string[];
}

/** A field that is there: its words can be changed, its type cannot. */
export const EditField = ({ path, field, changes }: EditFieldProps) => {
  const { draft, change, reset, isDirty } = useDraft({ name: field.name, description: field.description });
  const set = (part: Partial<typeof draft>): void => change((before) => ({ ...before, ...part }));
  const save = useChange(() => api.patch<AgentTable>(path + pathOf`/fields/${field.name}`, draft), {
    changes,
    onDone: reset,
    quiet: true,
  });
  const problem = save.error ? readTableProblem(save.error.message) : undefined;
  const isAtName = problem !== undefined && problem.place?.part !== 'description';
  return (
    <Paper p="sm" component="fieldset" m={0} aria-label={`Field ${field.name}`}>
      <Group gap="sm" align="flex-start">
        <TextInput
          label="Name"
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          maxLength={longestName}
          error={isAtName ? problem.text : undefined}
          style={{ flex: '1 1 120px' }}
        />
        <TextInput
          label="Description"
          value={draft.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
          maxLength={longestDescription}
          error={problem && !isAtName ? problem.text : undefined}
          style={{ flex: '2 1 180px' }}
        />
      </Group>
      <Group justify="space-between" mt="xs" mih={26}>
        <Text size="xs" c="dimmed">
          {[typeNames[field.type], field.required && 'required', field.unique && 'unique']
            .filter(Boolean)
            .join(', ')}
        </Text>
        {isDirty && (
          <Button size="compact-xs" loading={save.isPending} onClick={() => save.mutate(undefined)}>
            Save field
          </Button>
        )}
      </Group>
    </Paper>
  );
};
