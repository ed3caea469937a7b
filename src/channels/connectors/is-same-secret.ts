import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time. False if either is missing. */
export const isSameSecret = (given: string | undefined, expected: string | undefined): boolean =>
  given !== undefined &&
  expected !== undefined &&
  expected !== '' &&
  timingSafeEqual(digest(given), digest(expected));
