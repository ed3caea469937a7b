import { useSearchParams } from 'wouter';
import type { AgentTable, FieldValue } from '../../../api/generated.ts';
import { readCell } from '../grid/cell-value.ts';
import type { GridSort } from '../grid/grid-head.tsx';

type Part = 'q' | 'field' | 'value' | 'empty' | 'sort' | 'page';

/** The filter, order and page of the records, stored in the URL. */
export const useRecordQuery = (table: AgentTable) => {
  const [search, setSearch] = useSearchParams();
  const get = (part: Part): string => search.get(part) ?? '';
  const set = (parts: Partial<Record<Part, string>>): void =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (parts.page === undefined) after.delete('page');
        for (const [name, value] of Object.entries(parts)) {
          if (value === '') after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: true },
    );
  const field = table.fields.find(({ name }) => name === get('field'));
  const isEmptyWanted = get('empty') === '1';
  const wanted: FieldValue | undefined =
    field && (isEmptyWanted ? null : (readCell(field.type, get('value')) ?? undefined));
  const [, sign, sortField = ''] = /^(-?)(.+)$/.exec(get('sort')) ?? [];
  const sort: GridSort | undefined = table.fields.some(({ name }) => name === sortField)
    ? { field: sortField, descending: sign === '-' }
    : undefined;
  return {
    keyword: get('q'),
    field,
    value: get('value'),
    isEmptyWanted,
    filter: field && wanted !== undefined ? { [field.name]: wanted } : undefined,
    sort,
    page: Math.max(1, Number.parseInt(get('page') || '1', 10) || 1),
    set,
  };
};

export type RecordQuery = ReturnType<typeof useRecordQuery>;
