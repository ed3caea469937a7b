import type { FieldType } from '../../../api/derived-types.ts';
import type { FieldValue } from '../../../api/generated.ts';

const numeric = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Converts the text of a cell to the type of its field. Invalid text is returned as it is: the service explains the error. */
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
