import { randomFillSync } from 'node:crypto';
import { systemClock } from './clock.ts';

const poolBytes = 8192;
const pool = Buffer.alloc(poolBytes);
let poolOffset = poolBytes;

/** Random bytes as hex from a pool: one system call serves many ids. */
const randomHex = (byteCount: number): string => {
  if (poolOffset + byteCount > poolBytes) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  poolOffset += byteCount;
  return pool.toString('hex', poolOffset - byteCount, poolOffset);
};

let newestMs = 0;
let madeInMs = 0;
const mostInMs = 63;

/** Ten bits of milliseconds, six that count the ids of a millisecond. Further ids share the last number. */
const orderInSecond = (nowMs: number): string => {
  madeInMs = nowMs === newestMs ? Math.min(madeInMs + 1, mostInMs) : 0;
  newestMs = nowMs;
  return (0x1_0000 + (((nowMs % 1000) << 6) | madeInMs)).toString(16).slice(1);
};

/**
 * 24 lower-case hex characters: 32 bits of seconds, 16 of order within the second, 48 random. Consecutive
 * ids sort in order and are stored next to each other, which halves what a round writes. If the order matters, use a
 * sequence column. Ids are not secret.
 */
export const newId = (nowMs: number = systemClock.nowMs()): string =>
  Math.floor(nowMs / 1000)
    .toString(16)
    .padStart(8, '0') +
  orderInSecond(nowMs) +
  randomHex(6);

export const isId = (value: string): boolean => /^[0-9a-f]{24}$/.test(value);
