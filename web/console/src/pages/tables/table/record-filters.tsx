import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { AgentTable, TableField } from '../../../api/generated.ts';
import type { RecordQuery } from './use-record-query.ts';

const pauseMs = 300;

const ValueFilter = ({ field, query }: { field: TableField; query: RecordQuery }) => {
  const setLater = useDebouncedCallback((value: string) => query.set({ value }), pauseMs);
  if (field.type === 'BOOLEAN')
    return (
      <NativeSelect
        aria-label={`Value of ${field.name}`}
        data={['', 'true', 'false']}
        value={query.value}
        disabled={query.isEmptySought}
        onChange={(event) => query.set({ value: event.currentTarget.value })}
      />
    );
  return (
    <TextInput
      key={field.name}
      aria-label={`Value of ${field.name}`}
      placeholder={field.type === 'DATETIME' ? '2026-01-31 18:30:00' : 'is exactly…'}
      defaultValue={query.value}
      disabled={query.isEmptySought}
      onChange={(event) => setLater(event.currentTarget.value)}
    />
  );
};

/** By any part of any value, and by the exact value of one field. */
export const RecordFilters = ({ table, query }: { table: AgentTable; query: RecordQuery }) => {
  const searchLater = useDebouncedCallback((q: string) => query.set({ q }), pauseMs);
  // The fields keep what is being written themselves; a new key empties them.
  const [clearings, setClearings] = useState(0);
  const isFiltered = query.keyword !== '' || query.field !== undefined;
  return (
    <Group gap="sm" key={clearings} align="center">
      <TextInput
        aria-label="Words in any field"
        placeholder="Words in any field"
        leftSection={<IconSearch size={15} aria-hidden />}
        defaultValue={query.keyword}
        onChange={(event) => searchLater(event.currentTarget.value)}
        maxLength={1000}
        style={{ flex: '1 1 180px' }}
        maw={300}
      />
      <NativeSelect
        aria-label="Field to filter by"
        data={[
          { value: '', label: 'Any value' },
          ...table.fields.map(({ name }) => ({ value: name, label: `${name} is` })),
        ]}
        value={query.field?.name ?? ''}
        onChange={(event) => query.set({ field: event.currentTarget.value, value: '', empty: '' })}
      />
      {query.field && (
        <>
          <ValueFilter field={query.field} query={query} />
          <Checkbox
            label="empty"
            checked={query.isEmptySought}
            onChange={(event) => query.set({ empty: event.currentTarget.checked ? '1' : '' })}
          />
        </>
      )}
      {isFiltered && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => {
            setClearings(clearings + 1);
            query.set({ q: '', field: '', value: '', empty: '' });
          }}
        >
          Show all
        </Button>
      )}
    </Group>
  );
};
