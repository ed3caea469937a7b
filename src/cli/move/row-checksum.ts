import { createHash } from 'node:crypto';
import type { Stored } from './column-values.ts';

const lanes = 2n ** 128n;

const addValue = (hash: ReturnType<typeof createHash>, value: Stored): void => {
  // Type and length come first, so that different rows never give the same input.
  if (value === null) hash.update('-;');
  else if (typeof value === 'number') hash.update(`n${value};`);
  else if (typeof value === 'string') hash.update(`t${value.length};`).update(value);
  else hash.update(`b${value.length};`).update(value);
};

/** Checksum of rows in any order: the sum of the hashes of all rows. */
export const createChecksum = () => {
  let rows = 0;
  let sum = 0n;
  return {
    add: (values: readonly Stored[]): void => {
      const hash = createHash('sha256');
      for (const value of values) addValue(hash, value);
      rows += 1;
      sum = (sum + BigInt(`0x${hash.digest('hex').slice(0, 32)}`)) % lanes;
    },
    result: (): { rows: number; checksum: string } => ({
      rows,
      checksum: sum.toString(16).padStart(32, '0'),
    }),
  };
};
