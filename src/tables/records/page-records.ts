import { setImmediate as nextTick } from 'node:timers/promises';
import type { Database } from '../../db/index.ts';
import { recordRange, type Table, type TableRecord } from '../table.ts';
import { findTable } from '../table-store.ts';
import { toRecord } from '../values/record-values.ts';
import { valueKey } from '../values/value-key.ts';
import { countValue } from './count-value.ts';
import { countRecords, findAndCount, findRecords } from './find-records.ts';
import { readIndexedQuery } from './read-indexed-query.ts';
import type { ReadQuery, RecordQuery } from './record-query.ts';
import type { RecordRow } from './record-store.ts';
import { absentKey, type ValuePlace } from './value-totals.ts';

interface Page {
  limit: number;
  offset: number;
}

/**
 * Records scanned per tick, because SQLite blocks the event loop during a search. Each new search
 * in the trigram index costs a millisecond or more, so those slices are larger.
 */
const sliceRecords = { read: 20_000, byTrigrams: 200_000 };
const rememberedCounts = 1000;

/** Set if the query is only for one value of one field that is not unique, or for records without a value. */
const onlyValue = ({ filters, keyword }: ReadQuery): ValuePlace | undefined => {
  const [only, ...others] = filters;
  if (!only || others.length > 0 || keyword !== undefined) return undefined;
  const { field, value } = only;
  if (value === null) return { fieldNo: field.fieldNo, key: absentKey };
  return field.unique ? undefined : { fieldNo: field.fieldNo, key: valueKey(value) };
};

export const createRecordPages = ({ db }: { db: Database }) => {
  /** Totals by table, version of the table and query. Every change of a record increases the version. */
  const counts = new Map<string, number>();

  const slices = function* (table: Table, { match }: ReadQuery): Generator<{ first: number; end: number }> {
    const { first } = recordRange(table.tableNo);
    const end = first + table.numbersGiven;
    const size = match === undefined ? sliceRecords.read : sliceRecords.byTrigrams;
    for (let at = first; at < end; at += size) yield { first: at, end: Math.min(at + size, end) };
  };

  const count = async (table: Table, query: ReadQuery): Promise<number> => {
    const place = onlyValue(query);
    if (place) return countValue(db, place);
    if (db.kind === 'postgres' || query.keyword === undefined || query.filters[0]?.field.unique)
      return countRecords(db.query, query, recordRange(table.tableNo));
    let total = 0;
    for (const slice of slices(table, query)) {
      total += await countRecords(db.query, query, slice);
      await nextTick();
    }
    return total;
  };

  const keyOf = (table: Table, { filters, keyword }: ReadQuery): string => {
    const asked = filters.map(({ field, value }) => [field.fieldNo, value]);
    return JSON.stringify([table.tableNo, table.version, keyword ?? null, asked]);
  };

  const remember = (key: string, total: number): number => {
    counts.set(key, total);
    if (counts.size > rememberedCounts) counts.delete(counts.keys().next().value!);
    return total;
  };

  /** For a keyword without an index: scans the texts in slices until the page is full. */
  const scan = async (table: Table, query: ReadQuery, { limit, offset }: Page): Promise<RecordRow[]> => {
    const found: RecordRow[] = [];
    let skip = offset;
    for (const range of slices(table, query)) {
      const matching = skip > 0 ? await countRecords(db.query, query, range) : 0;
      if (skip > 0 && matching <= skip) skip -= matching;
      else {
        const missing = limit - found.length;
        found.push(...(await findRecords(db.query, query, { range, limit: missing, offset: skip })));
        skip = 0;
      }
      if (found.length >= limit) break;
      await nextTick();
    }
    return found;
  };

  const needsScan = ({ keyword, match, filters, sort }: ReadQuery): boolean =>
    db.kind === 'sqlite' &&
    keyword !== undefined &&
    match === undefined &&
    filters.length === 0 &&
    sort === undefined;

  const refresh = async (table: Table): Promise<Table> => (await findTable(db.query, table.id)) ?? table;

  const find = (table: Table, query: ReadQuery, page: Page): Promise<RecordRow[]> =>
    needsScan(query)
      ? scan(table, query, page)
      : findRecords(db.query, query, { ...page, range: recordRange(table.tableNo) });

  return {
    /** In order of insertion, with the total over all pages. */
    page: async (
      table: Table,
      asked: Omit<RecordQuery, 'sort'>,
      page: Page,
    ): Promise<{ records: TableRecord[]; total: number }> => {
      const query = await readIndexedQuery(db, table, asked);
      const present = (rows: RecordRow[]) => rows.map((row) => toRecord(table, row));
      const isWhole = query.filters.length === 0 && query.keyword === undefined;
      const key = keyOf(table, query);
      const known = isWhole ? table.recordCount : counts.get(key);
      if (known === undefined && db.kind === 'postgres' && query.keyword !== undefined) {
        const found = await findAndCount(db.query, query, {
          ...page,
          range: recordRange(table.tableNo),
        });
        return { records: present(found.rows), total: remember(key, found.total) };
      }
      const total = known ?? remember(key, await count(table, query));
      return { records: page.offset < total ? present(await find(table, query, page)) : [], total };
    },
    /** The first few records, without a total. The table may be slightly outdated. */
    first: async (table: Table, asked: RecordQuery, limit: number): Promise<TableRecord[]> => {
      const query = await readIndexedQuery(db, table, asked);
      const known = needsScan(query) ? await refresh(table) : table;
      return (await find(known, query, { limit, offset: 0 })).map((row) => toRecord(table, row));
    },
  };
};

export type RecordPages = ReturnType<typeof createRecordPages>;
