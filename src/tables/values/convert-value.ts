import { AppError } from '../../lib/errors.ts';
import { readCell } from '../sheets/read-cell.ts';
import type { Field, FieldValue } from '../table.ts';
import { readValue } from './read-value.ts';

const shownCharacters = 50;

/** A value converted to the field's type, as if its displayed form had been entered there. */
export const convertValue = (field: Field, value: Exclude<FieldValue, null>): FieldValue => {
  const shown = String(value);
  const read = readValue(field, field.type === 'TEXT' ? shown : readCell(field, shown));
  if ('value' in read) return read.value;
  throw new AppError(
    'invalidParameter',
    `type cannot be ${field.type}: ${field.name} ${read.problem}, and a record has ${JSON.stringify(shown.slice(0, shownCharacters).toWellFormed())}`,
  );
};
