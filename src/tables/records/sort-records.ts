import type { Database } from '../../db/index.ts';
import { recordRange, type Table, type TableRecord } from '../table.ts';
import { toRecord } from '../values/record-values.ts';
import { findRecords } from './find-records.ts';
import type { RecordPages } from './page-records.ts';
import { type RecordQuery, readQuery } from './record-query.ts';

type SortedQuery = RecordQuery & { sort: { field: string; descending: boolean } };

/**
 * A page sorted by the values of one field: first records with a value, then those without. The index
 * of a field has only the former, so a page may combine both.
 */
export const createSortedPages =
  ({ db, pages }: { db: Database; pages: RecordPages }) =>
  async (
    table: Table,
    { filter, keyword, sort }: SortedQuery,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ records: TableRecord[]; total: number }> => {
    const query = readQuery(table, { filter, keyword, sort });
    const lacking = { filter: { ...filter, [sort.field]: null }, keyword };
    const countOf = async (asked: Omit<RecordQuery, 'sort'>): Promise<number> =>
      (await pages.page(table, asked, { offset: 0, limit: 1 })).total;
    const total = await countOf({ filter, keyword });
    const asked = filter?.[sort.field];
    const canLack = asked === undefined || asked === null;
    const absent = canLack && !query.sort!.field.required ? await countOf(lacking) : 0;
    const present = total - absent;

    const records: TableRecord[] = [];
    if (offset < present) {
      const range = recordRange(table.tableNo);
      const rows = await findRecords(db.query, query, { range, limit, offset });
      records.push(...rows.map((row) => toRecord(table, row)));
    }
    const missing = Math.min(limit - records.length, total - offset - records.length);
    if (absent > 0 && missing > 0) {
      const page = { offset: Math.max(0, offset - present), limit: missing };
      records.push(...(await pages.page(table, lacking, page)).records);
    }
    return { records, total };
  };
