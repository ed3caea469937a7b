import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../messages/translate.ts';

interface HeaderRowsProps {
  label: string;
  value: Record<string, string>;
  onChange(value: Record<string, string>): void;
}

interface Row {
  id: number;
  name: string;
  value: string;
}

const toRows = (headers: Record<string, string>): Row[] =>
  Object.entries(headers).map(([name, value], id) => ({ id, name, value }));

/** Names and values, such as HTTP headers. Rows without a name are not part of the value. */
export const HeaderRows = ({ label, value, onChange }: HeaderRowsProps) => {
  // Separate from the value, because while somebody types two rows may have the same name or none.
  const [rows, setRows] = useState(() => toRows(value));
  const update = (next: Row[]): void => {
    setRows(next);
    onChange(Object.fromEntries(next.filter(({ name }) => name !== '').map((row) => [row.name, row.value])));
  };
  const edit = (id: number, part: Partial<Row>): void =>
    update(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  const nextId = Math.max(-1, ...rows.map(({ id }) => id)) + 1;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {label}
      </Text>
      {rows.map(({ id, name, value: text }, index) => (
        <Group key={id} gap="xs" wrap="nowrap">
          <TextInput
            aria-label={t('common.header.name', { number: index + 1 })}
            placeholder={t('common.name')}
            value={name}
            onChange={(event) => edit(id, { name: event.currentTarget.value })}
            style={{ flex: 1 }}
          />
          <TextInput
            aria-label={t('common.header.value', { number: index + 1 })}
            placeholder={t('common.value')}
            value={text}
            onChange={(event) => edit(id, { value: event.currentTarget.value })}
            style={{ flex: 2 }}
          />
          <ActionIcon
            aria-label={t('common.header.remove', { number: index + 1 })}
            onClick={() => update(rows.filter((row) => row.id !== id))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <div>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setRows([...rows, { id: nextId, name: '', value: '' }])}
        >
          {t('common.header.add')}
        </Button>
      </div>
    </Stack>
  );
};
