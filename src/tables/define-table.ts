import { AppError, type ErrorName } from '../lib/errors.ts';
import { type FieldType, fieldTypes, maxFields, type NewField } from './table.ts';

const maxDescriptionCharacters = 128;
const tableName = /^[a-z][a-z0-9_]{0,31}$/;
const fieldName = /^[a-z0-9_]{1,32}$/;

/** Raw input. It is not validated earlier, because each part has its own error code. */
export interface TableDefinition {
  name?: unknown;
  description?: unknown;
  fields?: unknown;
}

export interface NewTable {
  name: string;
  description: string;
  fields: NewField[];
}

const isTooLong = (text: string): boolean => [...text].length > maxDescriptionCharacters;

const readFieldDescription = (description: unknown, place: string): string => {
  if (description === undefined || description === null) return '';
  if (typeof description !== 'string')
    throw new AppError('invalidFieldDescription', `${place}.description must be a string`);
  if (isTooLong(description))
    throw new AppError(
      'invalidFieldDescription',
      `${place}.description must have at most ${maxDescriptionCharacters} characters`,
    );
  return description;
};

/** '' if it is missing. Another type than text is an error. */
const requireText = (value: unknown, field: string, kind: ErrorName): string => {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw new AppError(kind, `${field} must be a string`);
  return value;
};

const readFlag = (value: unknown, place: string): boolean => {
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw new AppError('invalidParameter', `${place} must be true or false`);
  return value;
};

export const readField = (input: unknown, place: string, taken: ReadonlySet<string>): NewField => {
  const refuse = (kind: ErrorName, problem: string): never => {
    throw new AppError(kind, `${place}${problem}`);
  };
  if (input === null || typeof input !== 'object' || Array.isArray(input))
    return refuse('invalidFieldName', ' must be an object with a name and a type');
  const { name, description, type, required, unique } = input as Record<string, unknown>;
  if (name !== undefined && name !== null && typeof name !== 'string')
    return refuse('invalidFieldName', '.name must be a string');
  if (!name || !fieldName.test(name))
    return refuse(
      'invalidFieldName',
      '.name must have 1 to 32 characters: lower-case letters, digits and underscores',
    );
  if (taken.has(name)) return refuse('invalidFieldName', `.name ${name} is used by another field`);
  const said = readFieldDescription(description, place);
  if (!fieldTypes.includes(type as FieldType))
    return refuse('invalidFieldType', `.type must be one of ${fieldTypes.join(', ')}`);
  return {
    name,
    description: said,
    type: type as FieldType,
    required: readFlag(required, `${place}.required`),
    unique: readFlag(unique, `${place}.unique`),
  };
};

/** A valid table definition, or the contract's error for the first problem. */
export const readTableDefinition = ({ name, description, fields }: TableDefinition): NewTable => {
  const nameText = requireText(name, 'name', 'invalidTableName');
  if (nameText === '') throw new AppError('invalidTableName', 'name is required');
  if (!tableName.test(nameText))
    throw new AppError(
      'invalidTableName',
      'name must have 1 to 32 characters: lower-case letters, digits and underscores, the first a letter',
    );
  const said = requireText(description, 'description', 'invalidTableDescription');
  if (said.trim() === '')
    throw new AppError(
      'invalidTableDescription',
      'description is required: it tells the model what the table contains',
    );
  if (isTooLong(said))
    throw new AppError(
      'invalidTableDescription',
      `description must have at most ${maxDescriptionCharacters} characters`,
    );
  if (!Array.isArray(fields) || fields.length === 0)
    throw new AppError('invalidFieldCount', 'fields must be a list of at least 1 field');
  if (fields.length > maxFields)
    throw new AppError('tooManyFields', `fields must have at most ${maxFields} fields`);
  const taken = new Set<string>();
  const read = fields.map((field: unknown, index) => {
    const known = readField(field, `fields[${index}]`, taken);
    taken.add(known.name);
    return known;
  });
  return { name: nameText, description: said, fields: read };
};
