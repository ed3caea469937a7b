import { ActionIcon, Button, Group, NativeSelect, Paper, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { at, type TableAddress } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { FieldType } from '../../../api/derived-types.ts';
import type { TableField } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { useDraft } from '../../../lib/use-draft.ts';
import { t } from '../../../messages/translate.ts';
import { longestDescription, longestName } from '../fields/field-limits.ts';
import { typeOptions } from '../fields/field-types.ts';
import { readTableProblem } from '../fields/table-problem.ts';

interface EditFieldProps {
  /** Path of the table. */
  path: TableAddress;
  field: TableField;
  changes: string[];
}

const RemoveField = ({ path, field, changes }: EditFieldProps) => {
  const [isConfirming, setIsConfirming] = useState(false);
  const remove = useChange(() => api.remove(at(path, '/fields/{fieldName}', { fieldName: field.name })), {
    changes,
    quiet: true,
  });
  return (
    <>
      <ActionIcon
        aria-label={t('tables.field.removeNamed', { name: field.name })}
        onClick={() => setIsConfirming(true)}
      >
        <IconTrash size={16} />
      </ActionIcon>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={t('tables.field.remove.title', { name: field.name })}
        action={t('tables.field.remove.action')}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {t('tables.field.remove.text')}
      </ConfirmDialog>
    </>
  );
};

/** Edits an existing field. The type can change if all values can be converted. */
export const EditField = ({ path, field, changes }: EditFieldProps) => {
  const { draft, change, reset, isDirty } = useDraft({
    name: field.name,
    description: field.description,
    type: field.type,
  });
  const set = (part: Partial<typeof draft>): void => change((before) => ({ ...before, ...part }));
  const save = useChange(() => api.patch(at(path, '/fields/{fieldName}', { fieldName: field.name }), draft), {
    changes,
    onDone: reset,
    quiet: true,
  });
  const problem = save.error && isDirty ? readTableProblem(save.error.message) : undefined;
  const part = problem && (problem.place?.part ?? 'name');
  const errorAt = (name: string): string | undefined => (part === name ? problem?.text : undefined);
  return (
    <Paper p="sm" component="fieldset" m={0} aria-label={t('tables.field.label', { name: field.name })}>
      <Group gap="sm" align="flex-start">
        <LimitedInput
          label={t('common.name')}
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          limit={longestName}
          error={errorAt('name')}
          style={{ flex: '1 1 120px' }}
        />
        <NativeSelect
          label={t('tables.field.type')}
          data={typeOptions()}
          value={draft.type}
          onChange={(event) => set({ type: event.currentTarget.value as FieldType })}
          error={errorAt('type')}
          style={{ flex: '1 1 120px' }}
        />
        <LimitedInput
          label={t('common.description')}
          value={draft.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
          limit={longestDescription}
          error={errorAt('description')}
          style={{ flex: '2 1 180px' }}
        />
      </Group>
      <Group justify="space-between" mt="xs" mih={26}>
        <Text size="xs" c="dimmed">
          {[field.required && t('tables.field.required'), field.unique && t('tables.field.unique')]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Group gap="xs">
          {isDirty && (
            <Button size="compact-xs" loading={save.isPending} onClick={() => save.mutate(undefined)}>
              {t('tables.field.save')}
            </Button>
          )}
          <RemoveField path={path} field={field} changes={changes} />
        </Group>
      </Group>
    </Paper>
  );
};
