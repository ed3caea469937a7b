import { ActionIcon, Checkbox, Group, NativeSelect, Paper, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { FieldType } from '../../../api/derived-types.ts';
import type { TableField } from '../../../api/generated.ts';
import { longestDescription, longestName } from './field-limits.ts';
import { typeOptions } from './type-names.ts';

interface FieldRowProps {
  value: TableField;
  /** From 1, for names. */
  number: number;
  onChange(value: TableField): void;
  /** Absent where it must stay. */
  onRemove?(): void;
  /** Of the parts that the service refused. */
  problem?: { part: string; text: string };
}

/** A new field: what it is called, what it holds. */
export const FieldRow = ({ value, number, onChange, onRemove, problem }: FieldRowProps) => {
  const set = (part: Partial<TableField>): void => onChange({ ...value, ...part });
  const errorOf = (part: string): string | undefined => (problem?.part === part ? problem.text : undefined);
  return (
    <Paper p="sm" component="fieldset" m={0} aria-label={`Field ${number}`}>
      <Group gap="sm" align="flex-start">
        <TextInput
          label="Name"
          placeholder="order_no"
          value={value.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          error={errorOf('name')}
          maxLength={longestName}
          style={{ flex: '2 1 130px' }}
          required
        />
        <NativeSelect
          label="Holds"
          data={typeOptions}
          value={value.type}
          onChange={(event) => set({ type: event.currentTarget.value as FieldType })}
          error={errorOf('type')}
          style={{ flex: '1 1 150px' }}
        />
        <TextInput
          label="Description"
          placeholder="Tells the model what stands here"
          value={value.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
          error={errorOf('description')}
          maxLength={longestDescription}
          style={{ flex: '3 1 200px' }}
        />
        <Group gap="sm" pt={{ base: 0, sm: 30 }} wrap="nowrap">
          <Checkbox
            label="Required"
            checked={value.required}
            onChange={(event) => set({ required: event.currentTarget.checked })}
          />
          <Checkbox
            label="Unique"
            checked={value.unique}
            onChange={(event) => set({ unique: event.currentTarget.checked })}
          />
          {onRemove && (
            <ActionIcon aria-label={`Remove field ${number}`} onClick={onRemove}>
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </Group>
      </Group>
    </Paper>
  );
};
