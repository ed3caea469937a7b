import type { LabelKey } from '../../../messages/translate.ts';
import { longestName } from './field-limits.ts';

/** The rule of the service for table names. '' is not reported: the field is marked as required. */
export const tableNameProblem = (name: string): LabelKey | undefined =>
  name === '' || /^[a-z][a-z0-9_]*$/.test(name) ? undefined : 'tables.create.nameProblem';

/** The rule of the service for field names. */
export const fieldNameProblem = (name: string, others: readonly string[] = []): LabelKey | undefined => {
  if (name !== '' && !/^[a-z0-9_]+$/.test(name)) return 'tables.field.nameProblem';
  return others.includes(name) && name !== '' ? 'tables.field.nameTaken' : undefined;
};

/** A valid name that resembles a text. '' if nothing is left of it. */
export const toTableName = (text: string): string => {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return (/^\d/.test(plain) ? `table_${plain}` : plain).slice(0, longestName);
};
