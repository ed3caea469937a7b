import { randomFillSync } from 'node:crypto';
import { systemClock } from './clock.ts';

const poolBytes = 8192;
const pool = Buffer.alloc(poolBytes);
let poolOffset = poolBytes;

/** Random bytes as hex, drawn from a pool: one system call serves many ids. */
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

/** Ten bits of milliseconds, six that count the ids of one; more than that share the last number. */
const orderInSecond = (nowMs: number): string => {
  madeInMs = nowMs === newestMs ? Math.min(madeInMs + 1, mostInMs) : 0;
  newestMs = nowMs;
  return (0x1_0000 + (((nowMs % 1000) << 6) | madeInMs)).toString(16).slice(1);
};

/**
 * 24 lower-case hex characters: 32 bits of seconds, 16 of order within it, 48 random ones. Ids made one after the
 * other sort that way and so are stored beside each other, which halves what a round writes; where order matters, a
 * sequence column says it. A name, not a secret.
 */
export const newId = (nowMs: number = systemClock.nowMs()): string =>
  Math.floor(nowMs / 1000)
    .toString(16)
    .padStart(8, '0') +
  orderInSecond(nowMs) +
  randomHex(6);

export const isId = (value: string): boolean => /^[0-9a-f]{24}$/.test(value);
