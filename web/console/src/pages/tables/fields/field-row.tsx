import { ActionIcon, Checkbox, Group, NativeSelect, Paper } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { FieldType } from '../../../api/derived-types.ts';
import type { TableField } from '../../../api/generated.ts';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { t } from '../../../messages/translate.ts';
import { fieldNameProblem } from './check-name.ts';
import { longestDescription, longestName } from './field-limits.ts';
import { typeOptions } from './field-types.ts';

const exampleName = 'order_no';

interface FieldRowProps {
  value: TableField;
  /** Names of the other fields of the table. */
  otherNames: string[];
  /** From 1, for the labels. */
  number: number;
  onChange(value: TableField): void;
  /** Absent if the field cannot be removed. */
  onRemove?(): void;
  /** Why the service rejected a part of the field. */
  problem?: { part: string; text: string };
}

/** The definition of a new field. */
export const FieldRow = ({ value, otherNames, number, onChange, onRemove, problem }: FieldRowProps) => {
  const set = (part: Partial<TableField>): void => onChange({ ...value, ...part });
  const errorOf = (part: string): string | undefined => (problem?.part === part ? problem.text : undefined);
  const problemOfName = fieldNameProblem(value.name, otherNames);
  return (
    <Paper p="sm" component="fieldset" m={0} aria-label={t('tables.field.label', { name: number })}>
      <Group gap="sm" align="flex-start">
        <LimitedInput
          label={t('common.name')}
          placeholder={exampleName}
          value={value.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          error={problemOfName ? t(problemOfName) : errorOf('name')}
          limit={longestName}
          style={{ flex: '2 1 130px' }}
          required
        />
        <NativeSelect
          label={t('tables.field.type')}
          data={typeOptions()}
          value={value.type}
          onChange={(event) => set({ type: event.currentTarget.value as FieldType })}
          error={errorOf('type')}
          style={{ flex: '1 1 150px' }}
        />
        <LimitedInput
          label={t('common.description')}
          placeholder={t('tables.field.descriptionHint')}
          value={value.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
          error={errorOf('description')}
          limit={longestDescription}
          style={{ flex: '3 1 200px' }}
        />
        <Group gap="sm" pt={{ base: 0, sm: 30 }} wrap="nowrap">
          <Checkbox
            label={t('tables.field.required')}
            checked={value.required}
            onChange={(event) => set({ required: event.currentTarget.checked })}
          />
          <Checkbox
            label={t('tables.field.unique')}
            checked={value.unique}
            onChange={(event) => set({ unique: event.currentTarget.checked })}
          />
          {onRemove && (
            <ActionIcon aria-label={t('tables.field.removeNamed', { name: number })} onClick={onRemove}>
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </Group>
      </Group>
    </Paper>
  );
};
