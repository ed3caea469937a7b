import { type RawBuilder, sql } from 'kysely';
import { dialectOf, type Handle } from '../../db/index.ts';

/**
 * A list as rows of a table, passed as one parameter of any length. A statement with one parameter per value
 * would have to be compiled for each length.
 */
export const rowsOf = (handle: Handle, list: readonly unknown[]): RawBuilder<unknown> =>
  dialectOf(handle) === 'sqlite'
    ? sql`json_each(${JSON.stringify(list)}) as item`
    : sql`json_array_elements(${JSON.stringify(list)}::json) as item`;

export const column = (handle: Handle, index: number, type: 'bigint' | 'text'): RawBuilder<unknown> =>
  dialectOf(handle) === 'sqlite'
    ? sql`item.value ->> ${sql.lit(index)}`
    : sql`(item.value ->> ${sql.lit(index)})::${sql.raw(type)}`;
