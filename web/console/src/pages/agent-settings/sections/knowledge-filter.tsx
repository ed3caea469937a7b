import { ActionIcon, Button, Group, Input, NativeSelect, Stack, TagsInput, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { type LabelKey, t } from '../../../messages/translate.ts';
import {
  type AttributeValue,
  readAttributeValue,
  showAttributeValue,
} from '../../knowledge/documents/attribute-value.ts';
import { useSetting } from '../settings-form.tsx';

type Filter = NonNullable<ReturnType<typeof useSetting<'knowledge'>>['value']['filter']>;
type Condition = NonNullable<Filter['attributes']>[number];

const operatorLabels: Record<Condition['operator'], LabelKey> = {
  equals: 'agentSettings.filter.equals',
  not_equals: 'agentSettings.filter.notEquals',
  gte: 'agentSettings.filter.gte',
  lte: 'agentSettings.filter.lte',
};

/** Several values are separated by commas. */
const readValues = (typed: string): Condition['value'] => {
  const values = typed.split(',').map(readAttributeValue);
  return values.length === 1 ? values[0]! : values;
};

const showValues = (value: Condition['value']): string =>
  (Array.isArray(value) ? value : [value]).map((one: AttributeValue) => showAttributeValue(one)).join(', ');

interface Row {
  key: number;
  name: string;
  operator: Condition['operator'];
  typed: string;
}

const rowsOf = ({ attributes = [] }: Filter): Row[] =>
  attributes.map(({ name, operator, value }, key) => ({ key, name, operator, typed: showValues(value) }));

const conditionsOf = (rows: readonly Row[]): Condition[] =>
  rows
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, operator, typed }) => ({ name: name.trim(), operator, value: readValues(typed) }));

interface ConditionRowProps {
  row: Row;
  number: number;
  onChange(part: Partial<Row>): void;
  onRemove(): void;
}

const ConditionRow = ({ row, number, onChange, onRemove }: ConditionRowProps) => (
  <Group gap="xs" align="flex-end">
    <TextInput
      aria-label={t('agentSettings.filter.name', { number })}
      placeholder={t('agentSettings.filter.attribute')}
      value={row.name}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
      maxLength={60}
      style={{ flex: '1 1 120px' }}
    />
    <NativeSelect
      aria-label={t('agentSettings.filter.operator', { number })}
      data={Object.entries(operatorLabels).map(([value, label]) => ({ value, label: t(label) }))}
      value={row.operator}
      onChange={(event) => onChange({ operator: event.currentTarget.value as Row['operator'] })}
    />
    <TextInput
      aria-label={t('agentSettings.filter.value', { number })}
      placeholder={t('knowledge.edit.value')}
      value={row.typed}
      onChange={(event) => onChange({ typed: event.currentTarget.value })}
      maxLength={2000}
      style={{ flex: '1 1 120px' }}
    />
    <ActionIcon aria-label={t('agentSettings.filter.remove', { number })} onClick={onRemove}>
      <IconX size={15} />
    </ActionIcon>
  </Group>
);

/** Limits the search of the agent to documents with these tags and attributes. */
export const KnowledgeFilter = () => {
  const { value, merge } = useSetting('knowledge');
  const filter = value.filter ?? {};
  const [rows, setRows] = useState(() => rowsOf(filter));
  const save = (tags: readonly string[], next: readonly Row[]): void => {
    const attributes = conditionsOf(next);
    merge({ filter: tags.length === 0 && attributes.length === 0 ? null : { tags: [...tags], attributes } });
  };
  const tags = filter.tags ?? [];
  const change = (next: Row[]): void => {
    setRows(next);
    save(tags, next);
  };
  return (
    <>
      <TagsInput
        label={t('agentSettings.filter.tags')}
        description={t('agentSettings.filter.tagsHint')}
        value={[...tags]}
        onChange={(next) => save(next, rows)}
        maxTags={20}
        acceptValueOnBlur
      />
      <Input.Wrapper
        label={t('agentSettings.filter.attributes')}
        description={t('agentSettings.filter.attributesHint')}
        labelElement="div"
      >
        <Stack gap="xs" mt={6}>
          {rows.map((row, index) => (
            <ConditionRow
              key={row.key}
              row={row}
              number={index + 1}
              onChange={(part) =>
                change(rows.map((one) => (one.key === row.key ? { ...one, ...part } : one)))
              }
              onRemove={() => change(rows.filter((one) => one.key !== row.key))}
            />
          ))}
          <Button
            variant="default"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={rows.length >= 20}
            onClick={() =>
              setRows([...rows, { key: Math.random(), name: '', operator: 'equals', typed: '' }])
            }
          >
            {t('agentSettings.filter.add')}
          </Button>
        </Stack>
      </Input.Wrapper>
    </>
  );
};
