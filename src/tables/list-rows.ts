import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../db/index.ts';

/**
 * A list as rows of a table: one parameter however long it is, where a statement with one parameter per value
 * would have to be compiled for each length.
 */
export const rowsOf = (kind: DatabaseKind, list: readonly unknown[]): RawBuilder<unknown> =>
  kind === 'sqlite'
    ? sql`json_each(${JSON.stringify(list)}) as item`
    : sql`json_array_elements(${JSON.stringify(list)}::json) as item`;

export const column = (kind: DatabaseKind, index: number, type: 'bigint' | 'text'): RawBuilder<unknown> =>
  kind === 'sqlite'
    ? sql`item.value ->> ${sql.lit(index)}`
    : sql`(item.value ->> ${sql.lit(index)})::${sql.raw(type)}`;
