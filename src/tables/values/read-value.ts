import type { Field, FieldValue } from '../table.ts';
import { readDatetime } from './read-datetime.ts';

const maxUniqueCharacters = 256;

/** A valid value of the field, or the problem with it. */
export type ReadValue = { value: FieldValue } | { problem: string };

const isLonger = (text: string, characters: number): boolean =>
  // A text never has more code points than UTF-16 units, so they are counted only if its length exceeds the limit.
  text.length > characters && Array.from(text.slice(0, characters * 2 + 1)).length > characters;

const readText = (field: Field, value: unknown): ReadValue => {
  if (typeof value !== 'string') return { problem: 'must be a string' };
  if (field.unique && isLonger(value, maxUniqueCharacters))
    return { problem: `must have at most ${maxUniqueCharacters} characters, because it is unique` };
  if (value.includes('\0')) return { problem: 'must not contain the NUL character' };
  if (!value.isWellFormed()) return { problem: 'must not contain half of a surrogate pair' };
  return { value };
};

const readPresent = (field: Field, value: unknown): ReadValue => {
  switch (field.type) {
    case 'TEXT':
      return readText(field, value);
    case 'INT':
      if (!Number.isSafeInteger(value)) return { problem: 'must be a whole number below 2^53' };
      return { value: (value as number) + 0 };
    case 'FLOAT':
      if (typeof value !== 'number' || !Number.isFinite(value)) return { problem: 'must be a number' };
      // Minus zero is displayed as 0 and must be found as 0.
      return { value: value + 0 };
    case 'BOOLEAN':
      return typeof value === 'boolean' ? { value } : { problem: 'must be true or false' };
    case 'DATETIME': {
      const moment = typeof value === 'string' ? readDatetime(value) : undefined;
      return moment === undefined
        ? { problem: 'must be a date and time such as 2026-01-31 18:30:00' }
        : { value: moment };
    }
  }
};

/** For a value of a record: null (or missing) is allowed if the field is not required. */
export const readValue = (field: Field, value: unknown): ReadValue => {
  if (value !== null && value !== undefined) return readPresent(field, value);
  return field.required ? { problem: 'is required' } : { value: null };
};

/** For a filter value: null means "without a value", even if the field is required. */
export const readFilterValue = (field: Field, value: unknown): ReadValue =>
  value === null || value === undefined ? { value: null } : readPresent({ ...field, unique: false }, value);
