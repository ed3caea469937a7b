import { randomFillSync } from 'node:crypto';

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

/**
 * 24 lower-case hex characters: 32 bits of seconds, then 64 random bits. Sorts by the second it was
 * made in; where order inside a second matters, a sequence column says it. A name, not a secret.
 */
export const newId = (nowMs: number = Date.now()): string =>
  Math.floor(nowMs / 1000)
    .toString(16)
    .padStart(8, '0') + randomHex(8);

export const isId = (value: string): boolean => /^[0-9a-f]{24}$/.test(value);
