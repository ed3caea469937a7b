import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Input,
  NativeSelect,
  Paper,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { type LabelKey, t } from '../../../messages/translate.ts';
import type { NodeOf } from '../graph/flow-types.ts';

type FormField = NodeOf<'form'>['fields'][number];

const typeLabels: Record<FormField['type'], LabelKey> = {
  text: 'flow.formField.type.text',
  number: 'flow.formField.type.number',
  email: 'flow.formField.type.email',
  phone: 'flow.formField.type.phone',
  date: 'flow.formField.type.date',
  choice: 'flow.formField.type.choice',
  boolean: 'flow.formField.type.boolean',
};

const mostFields = 20;

const freeName = (fields: readonly FormField[]): string => {
  for (let number = fields.length + 1; ; number++)
    if (fields.every(({ name }) => name !== `field${number}`)) return `field${number}`;
};

interface FormFieldsInputProps {
  label: string;
  value: FormField[];
  onChange(value: FormField[]): void;
}

interface CardProps {
  field: FormField;
  index: number;
  count: number;
  edit(part: Partial<FormField>): void;
  move(by: -1 | 1): void;
  remove(): void;
}

const FieldCard = ({ field, index, count, edit, move, remove }: CardProps) => {
  const number = index + 1;
  const name = field.label || t('flow.formField.title', { number });
  return (
    <Paper p="xs" withBorder>
      <Stack gap={8}>
        <Group gap={4} wrap="nowrap">
          <TextInput
            aria-label={t('flow.formField.label', { number })}
            placeholder={t('flow.formField.labelHint')}
            value={field.label}
            maxLength={100}
            error={field.label.trim() === ''}
            onChange={(event) => edit({ label: event.currentTarget.value.replaceAll(/[:：]/g, '') })}
            style={{ flex: 1 }}
          />
          <ActionIcon
            aria-label={t('flow.formField.moveUp', { name })}
            disabled={index === 0}
            onClick={() => move(-1)}
          >
            <IconArrowUp size={15} />
          </ActionIcon>
          <ActionIcon
            aria-label={t('flow.formField.moveDown', { name })}
            disabled={index === count - 1}
            onClick={() => move(1)}
          >
            <IconArrowDown size={15} />
          </ActionIcon>
          <ActionIcon
            aria-label={t('flow.formField.remove', { name })}
            disabled={count === 1}
            onClick={remove}
          >
            <IconTrash size={15} />
          </ActionIcon>
        </Group>
        <Group gap={8} wrap="nowrap" align="flex-start">
          <TextInput
            aria-label={t('flow.formField.name', { number })}
            placeholder={t('flow.formField.nameHint')}
            value={field.name}
            error={
              /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(field.name) ? undefined : t('flow.field.variableRule')
            }
            onChange={(event) => edit({ name: event.currentTarget.value })}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            style={{ flex: 1 }}
          />
          <NativeSelect
            aria-label={t('flow.formField.type', { name })}
            value={field.type}
            data={Object.entries(typeLabels).map(([value, label]) => ({ value, label: t(label) }))}
            onChange={(event) => edit({ type: event.currentTarget.value as FormField['type'] })}
            style={{ flex: 1 }}
          />
        </Group>
        {field.type === 'choice' && (
          <TagsInput
            aria-label={t('flow.formField.choices', { name })}
            placeholder={field.choices.length === 0 ? t('flow.formField.choicesHint') : undefined}
            value={field.choices}
            onChange={(choices) => edit({ choices })}
            maxTags={20}
            acceptValueOnBlur
          />
        )}
        <TextInput
          aria-label={t('flow.formField.description', { name })}
          placeholder={t('flow.formField.descriptionHint')}
          value={field.description}
          maxLength={500}
          onChange={(event) => edit({ description: event.currentTarget.value })}
        />
        <Checkbox
          label={t('flow.formField.required')}
          checked={field.required}
          onChange={(event) => edit({ required: event.currentTarget.checked })}
        />
      </Stack>
    </Paper>
  );
};

/** The fields of a form. */
export const FormFieldsInput = ({ label, value, onChange }: FormFieldsInputProps) => {
  const swap = (index: number): void => {
    const next = [...value];
    [next[index], next[index + 1]] = [next[index + 1]!, next[index]!];
    onChange(next);
  };
  const add = (): void =>
    onChange([
      ...value,
      { name: freeName(value), label: '', type: 'text', required: true, description: '', choices: [] },
    ]);
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Stack gap={8} mt={4}>
        {value.map((field, index) => (
          <FieldCard
            // biome-ignore lint/suspicious/noArrayIndexKey: names and labels change while the operator types
            key={index}
            field={field}
            index={index}
            count={value.length}
            edit={(part) => onChange(value.map((one, at) => (at === index ? { ...one, ...part } : one)))}
            move={(by) => swap(by === 1 ? index : index - 1)}
            remove={() => onChange(value.filter((_one, at) => at !== index))}
          />
        ))}
        <div>
          <Button
            variant="subtle"
            size="compact-xs"
            leftSection={<IconPlus size={13} aria-hidden />}
            disabled={value.length >= mostFields}
            onClick={add}
          >
            {t('flow.formField.add')}
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  );
};
