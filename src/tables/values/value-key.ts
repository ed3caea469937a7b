import { hash } from 'node:crypto';
import type { FieldValue } from '../table.ts';

/** Longer texts are told apart by their beginning and a digest. */
const maxPlainCharacters = 64;
const signBit = 1n << 63n;
const allBits = (1n << 64n) - 1n;
const view = new DataView(new ArrayBuffer(8));

/**
 * Doubles as text that sorts as the numbers do: the sign turned round, of negative numbers all bits. Trailing
 * zeros go, which keeps the order and makes the keys of common numbers short.
 */
const numberKey = (value: number): string => {
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const ordered = bits & signBit ? ~bits & allBits : bits | signBit;
  return ordered.toString(16).padStart(16, '0').replace(/0+$/, '');
};

const textKey = (value: string): string => {
  if (value.length <= maxPlainCharacters) return `=${value}`;
  // Longer than any plain key, so that the two never meet. Cut between characters.
  const beginning = value.slice(0, maxPlainCharacters).replace(/[\uD800-\uDBFF]$/, '');
  return `=${beginning}\u0001${hash('sha256', value, 'hex')}`;
};

/** What a value is found by in the index of its field. Equal keys mean equal values. */
export const valueKey = (value: Exclude<FieldValue, null>): string => {
  if (typeof value === 'string') return textKey(value);
  return typeof value === 'number' ? numberKey(value) : value ? '1' : '0';
};
