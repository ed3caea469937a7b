import { randomFillSync } from 'node:crypto';

const poolBytes = 4096;
const pool = Buffer.alloc(poolBytes);
let poolOffset = poolBytes;
let lastSecond = 0;
let lastRandom = 0n;

const random64 = (): bigint => {
  if (poolOffset + 8 > poolBytes) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  const value = pool.readBigUInt64BE(poolOffset);
  poolOffset += 8;
  return value;
};

const newestPossible = (1n << 64n) - 1n;

/**
 * 24 lower-case hex characters: 32 bits of seconds, then 64 random bits. Within one second of one
 * process the random part only grows (by a random step), so ids made here sort in the order they were made.
 * An id is a name, not a secret.
 */
export const newId = (nowMs: number = Date.now()): string => {
  const second = Math.max(Math.floor(nowMs / 1000), lastSecond);
  // Leaving the top bit clear at the start of a second keeps room for growth inside it.
  const step = (random64() & 0xffffffffffn) + 1n;
  let random = second === lastSecond ? lastRandom + step : random64() >> 1n;
  if (random > newestPossible) random = random64() >> 1n;
  lastSecond = second;
  lastRandom = random;
  return second.toString(16).padStart(8, '0') + random.toString(16).padStart(16, '0');
};

export const isId = (value: string): boolean => /^[0-9a-f]{24}$/.test(value);
