import { hash } from 'node:crypto';
import type { FieldValue } from '../table.ts';

/** The key of a longer text is its beginning and a digest. */
const maxPlainCharacters = 64;
const signBit = 1n << 63n;
const allBits = (1n << 64n) - 1n;
const view = new DataView(new ArrayBuffer(8));

/**
 * A double as text that sorts like the number: the sign bit is inverted, of negative numbers all bits. Trailing
 * zeros are removed, which keeps the order and makes the keys of common numbers short.
 */
const numberKey = (value: number): string => {
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const ordered = bits & signBit ? ~bits & allBits : bits | signBit;
  return ordered.toString(16).padStart(16, '0').replace(/0+$/, '');
};

const textKey = (value: string): string => {
  if (value.length <= maxPlainCharacters) return `=${value}`;
  // Longer than any plain key, so that the two cannot collide. Cut between characters.
  const beginning = value.slice(0, maxPlainCharacters).replace(/[\uD800-\uDBFF]$/, '');
  return `=${beginning}\u0001${hash('sha256', value, 'hex')}`;
};

/** Key of a value in the index of its field. Equal keys mean equal values. */
export const valueKey = (value: Exclude<FieldValue, null>): string => {
  if (typeof value === 'string') return textKey(value);
  return typeof value === 'number' ? numberKey(value) : value ? '1' : '0';
};
