import { AppError } from '../../lib/errors.ts';
import type { Field, FieldValue, Table } from '../table.ts';
import { readFilterValue } from '../values/read-value.ts';
import { foldKeyword } from '../values/search-text.ts';
import { matchKeyword } from './match-keyword.ts';

/** The query as requested: equality per named field, and a keyword in any value. Both are combined with AND. */
export interface RecordQuery {
  filter?: Record<string, unknown> | null | undefined;
  keyword?: string | null | undefined;
  /** Only records that have a value in the field, sorted by it. */
  sort?: { field: string; descending: boolean } | undefined;
}

/** The query after validation against the table. */
export interface ReadQuery {
  filters: { field: Field; value: FieldValue }[];
  /** In lower case. Undefined if the query has no keyword. */
  keyword: string | undefined;
  /** The keyword as a query for SQLite's index. Undefined if the texts themselves must be scanned. */
  match: string | undefined;
  sort: { field: Field; descending: boolean } | undefined;
}

/** Estimated selectivity of a condition: the most selective ones come first. */
const rank = ({ field, value }: { field: Field; value: FieldValue }): number => {
  if (value === null) return 2;
  if (field.unique) return 0;
  return field.type === 'BOOLEAN' ? 3 : 1;
};

const fieldOf = (table: Table, name: string, place: string): Field => {
  const field = table.fields.find((known) => known.name === name);
  if (!field) throw new AppError('invalidParameter', `${place} is not a field of this table`);
  return field;
};

export const readQuery = (table: Table, { filter, keyword, sort }: RecordQuery): ReadQuery => {
  const filters = Object.entries(filter ?? {}).map(([name, asked]) => {
    const field = fieldOf(table, name, `filter.${name}`);
    const read = readFilterValue(field, asked);
    if ('problem' in read) throw new AppError('invalidParameter', `filter.${name} ${read.problem}`);
    return { field, value: read.value };
  });
  const folded = keyword ? foldKeyword(keyword) : undefined;
  return {
    filters: filters.sort((a, b) => rank(a) - rank(b)),
    keyword: folded,
    match: folded && matchKeyword(folded),
    sort: sort && { field: fieldOf(table, sort.field, 'sort_by'), descending: sort.descending },
  };
};
