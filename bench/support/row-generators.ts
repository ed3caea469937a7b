import type { Database } from '../../src/db/index.ts';

/** SQL that generates rows inside the database, which is much faster than sending them. */
export const rowGenerators = (kind: Database['kind']) => ({
  /** A number as hexadecimal digits, with leading zeros. */
  hex: (value: string, digits: number): string =>
    kind === 'sqlite'
      ? `printf('%0${digits}x', ${value})`
      : `lpad(to_hex((${value})::bigint), ${digits}, '0')`,
  /** A table `c` with the column `i`: `first`, and so on, without `end`. */
  series: (first: number, end: number): string =>
    kind === 'sqlite'
      ? `(with recursive n(i) as (select ${first} union all select i + 1 from n where i + 1 < ${end}) select i from n) as c`
      : `generate_series(${first}::bigint, ${end - 1}::bigint) as c(i)`,
});
