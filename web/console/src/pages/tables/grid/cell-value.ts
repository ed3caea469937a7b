import type { FieldType } from '../../../api/derived-types.ts';
import type { FieldValue } from '../../../api/generated.ts';

const numeric = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * What is written in a cell as a value of the field's type. What is none goes as it is written: the service says what
 * is wrong with it, in the same words as everywhere.
 */
export const readCell = (type: FieldType, text: string): FieldValue => {
  if (type === 'TEXT') return text === '' ? null : text;
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (type === 'BOOLEAN' && /^(true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === 'true';
  if ((type === 'INT' || type === 'FLOAT') && numeric.test(trimmed)) return Number(trimmed);
  return trimmed;
};

export const showCell = (value: FieldValue | undefined): string =>
  value === null || value === undefined ? '' : String(value);
