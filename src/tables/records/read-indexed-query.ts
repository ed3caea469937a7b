import type { Database } from '../../db/index.ts';
import type { Table } from '../table.ts';
import { matchPair } from './match-keyword.ts';
import { type ReadQuery, type RecordQuery, readQuery } from './record-query.ts';

/** A validated query. On SQLite also with the index query for keywords of two characters. */
export const readIndexedQuery = async (
  { kind, query: handle }: Database,
  table: Table,
  asked: RecordQuery,
): Promise<ReadQuery> => {
  const query = readQuery(table, asked);
  if (kind === 'postgres' || query.keyword === undefined || query.match !== undefined) return query;
  return { ...query, match: await matchPair(handle, query.keyword) };
};
