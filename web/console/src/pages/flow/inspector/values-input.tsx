import { ActionIcon, Autocomplete, Button, Group, Input, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { isSame } from '../../../lib/is-same.ts';
import { t } from '../../../messages/translate.ts';
import type { FlowValue, FlowValues } from '../graph/flow-types.ts';
import { TemplateInput } from './template-input.tsx';

interface ValuesInputProps {
  label: string;
  description?: string;
  /** Suggested names. */
  names: string[];
  value: FlowValues;
  onChange(value: FlowValues): void;
}

interface Row {
  id: number;
  name: string;
  value: FlowValue;
}

const toRows = (values: FlowValues): Row[] =>
  Object.entries(values).map(([name, value], id) => ({ id, name, value }));

const toValues = (rows: Row[]): FlowValues =>
  Object.fromEntries(rows.filter(({ name }) => name !== '').map((row) => [row.name, row.value]));

/** A number or boolean that was set by the API keeps its type until it is edited. */
const shown = (value: FlowValue): string => (value === null ? '' : String(value));

const rowName = ({ name }: Row, index: number): string => name || t('flow.values.row', { number: index + 1 });

/** Names with values, which are templates. Rows without a name are not saved. */
export const ValuesInput = ({ label, description, names, value, onChange }: ValuesInputProps) => {
  // Separate from the value, because while an operator types two rows may have the same name or none.
  const [rows, setRows] = useState(() => toRows(value));
  // An undo changes the value, but not the rows.
  if (!isSame(toValues(rows), value)) setRows(toRows(value));
  const update = (next: Row[]): void => {
    setRows(next);
    onChange(toValues(next));
  };
  const edit = (id: number, part: Partial<Row>): void =>
    update(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  const free = names.filter((name) => !rows.some((row) => row.name === name));
  const nextId = Math.max(-1, ...rows.map(({ id }) => id)) + 1;
  return (
    <Input.Wrapper label={label} description={description} labelElement="div">
      <Stack gap={6} mt={4}>
        {rows.map((row, index) => (
          <Group key={row.id} gap={6} wrap="nowrap" align="flex-start">
            <Autocomplete
              aria-label={t('flow.values.name', { number: index + 1, field: label })}
              data={free}
              value={row.name}
              onChange={(name) => edit(row.id, { name })}
              placeholder={t('common.name')}
              style={{ flex: '0 0 38%' }}
            />
            <div style={{ flex: 1, minWidth: 0 }}>
              <TemplateInput
                aria-label={t('flow.values.valueOf', { name: rowName(row, index) })}
                value={shown(row.value)}
                onChange={(text) => edit(row.id, { value: text })}
              />
            </div>
            <ActionIcon
              mt={4}
              aria-label={t('flow.values.remove', { name: rowName(row, index) })}
              onClick={() => update(rows.filter(({ id }) => id !== row.id))}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </Group>
        ))}
        <div>
          <Button
            variant="subtle"
            size="compact-xs"
            leftSection={<IconPlus size={13} aria-hidden />}
            onClick={() => update([...rows, { id: nextId, name: free[0] ?? '', value: '' }])}
          >
            {free[0] ? t('flow.values.addNamed', { name: free[0] }) : t('flow.values.add')}
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  );
};
