import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { AgentTable, TableField } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import type { RecordQuery } from './use-record-query.ts';

const pauseMs = 300;
const exampleDateTime = '2026-01-31 18:30:00';

const ValueFilter = ({ field, query }: { field: TableField; query: RecordQuery }) => {
  const setLater = useDebouncedCallback((value: string) => query.set({ value }), pauseMs);
  if (field.type === 'BOOLEAN')
    return (
      <NativeSelect
        aria-label={t('tables.filter.valueOf', { name: field.name })}
        data={['', 'true', 'false']}
        value={query.value}
        disabled={query.isEmptyWanted}
        onChange={(event) => query.set({ value: event.currentTarget.value })}
      />
    );
  return (
    <TextInput
      key={field.name}
      aria-label={t('tables.filter.valueOf', { name: field.name })}
      placeholder={field.type === 'DATETIME' ? exampleDateTime : t('tables.filter.exactValue')}
      defaultValue={query.value}
      disabled={query.isEmptyWanted}
      onChange={(event) => setLater(event.currentTarget.value)}
    />
  );
};

/** Filters by words in any field and by the exact value of one field. */
export const RecordFilters = ({ table, query }: { table: AgentTable; query: RecordQuery }) => {
  const searchLater = useDebouncedCallback((q: string) => query.set({ q }), pauseMs);
  // The inputs are uncontrolled; a new key clears them.
  const [clearings, setClearings] = useState(0);
  const isFiltered = query.keyword !== '' || query.field !== undefined;
  return (
    <Group gap="sm" key={clearings} align="center">
      <TextInput
        aria-label={t('tables.filter.search')}
        placeholder={t('tables.filter.search')}
        leftSection={<IconSearch size={15} aria-hidden />}
        defaultValue={query.keyword}
        onChange={(event) => searchLater(event.currentTarget.value)}
        maxLength={1000}
        style={{ flex: '1 1 180px' }}
        maw={300}
      />
      <NativeSelect
        aria-label={t('tables.filter.field')}
        data={[
          { value: '', label: t('tables.filter.none') },
          ...table.fields.map(({ name }) => ({ value: name, label: t('tables.filter.equals', { name }) })),
        ]}
        value={query.field?.name ?? ''}
        onChange={(event) => query.set({ field: event.currentTarget.value, value: '', empty: '' })}
      />
      {query.field && (
        <>
          <ValueFilter field={query.field} query={query} />
          <Checkbox
            label={t('tables.filter.empty')}
            checked={query.isEmptyWanted}
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
          {t('tables.filter.clear')}
        </Button>
      )}
    </Group>
  );
};
