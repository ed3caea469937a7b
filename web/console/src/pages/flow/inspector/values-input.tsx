import { ActionIcon, Autocomplete, Button, Group, Input, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { isSame } from '../../../lib/is-same.ts';
import type { FlowValue, FlowValues } from '../graph/flow-types.ts';
import { TemplateInput } from './template-input.tsx';

interface ValuesInputProps {
  label: string;
  description?: string;
  /** Offered for the left side. */
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

/** A number or a truth value that came by the API stays one while nobody writes in it. */
const shown = (value: FlowValue): string => (value === null ? '' : String(value));

/** Names and what they get: texts with variables. Rows without a name are not there yet. */
export const ValuesInput = ({ label, description, names, value, onChange }: ValuesInputProps) => {
  // Kept beside the value: two rows may have the same or no name while somebody writes.
  const [rows, setRows] = useState(() => toRows(value));
  // An undo changes the value behind the rows.
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
              aria-label={`Name ${index + 1} of ${label}`}
              data={free}
              value={row.name}
              onChange={(name) => edit(row.id, { name })}
              placeholder="Name"
              style={{ flex: '0 0 38%' }}
            />
            <div style={{ flex: 1, minWidth: 0 }}>
              <TemplateInput
                aria-label={`Value of ${row.name || `row ${index + 1}`}`}
                value={shown(row.value)}
                onChange={(text) => edit(row.id, { value: text })}
              />
            </div>
            <ActionIcon
              mt={4}
              aria-label={`Remove ${row.name || `row ${index + 1}`}`}
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
            Add {free[0] ?? 'a value'}
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  );
};
