import type { ToolOffer } from '../../models/index.ts';
import type { Field, FieldType, Table } from '../table.ts';

const toolNames = { lookup: 'table_lookup_', add: 'table_add_', update: 'table_update_' } as const;

export const defaultLookupRows = 10;
export const maxLookupRows = 50;

const types: Record<FieldType, { type: string; description: string }> = {
  TEXT: { type: 'string', description: '' },
  INT: { type: 'integer', description: '' },
  FLOAT: { type: 'number', description: '' },
  DATETIME: { type: 'string', description: 'Date and time as YYYY-MM-DD HH:MM:SS in UTC.' },
  BOOLEAN: { type: 'boolean', description: '' },
};

const propertyOf = (field: Field): Record<string, unknown> => {
  const { type, description } = types[field.type];
  const said = [field.description, description, field.unique ? 'Unique.' : ''].filter((part) => part !== '');
  return said.length > 0 ? { type, description: said.join(' ') } : { type };
};

/** The service always sets and filters the owner field itself. The model cannot choose it. */
const fieldsForModel = (table: Table): Field[] =>
  table.fields.filter((field) => field.name !== table.ownerField);

const propertiesOf = (fields: readonly Field[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)]));

/** Key of the record id in rows that a model gets. Names of fields have no capital letters. */
export const recordIdKey = (table: Table): 'id' | 'recordId' =>
  table.fields.some((field) => field.name === 'id') ? 'recordId' : 'id';

const whose = (table: Table): string =>
  table.ownerField === null ? '' : ' Only records of the current user can be accessed.';

export const lookupOffer = (table: Table): ToolOffer => {
  const fields = fieldsForModel(table);
  return {
    name: toolNames.lookup + table.name,
    description: `Looks up records in the table "${table.name}": ${table.description}${whose(table)}`,
    parameters: {
      type: 'object',
      properties: {
        filter: {
          type: 'object',
          description: 'Exact values by field; all of them must match.',
          properties: propertiesOf(fields),
          additionalProperties: false,
        },
        keyword: { type: 'string', description: 'A part of any value, in any case.' },
        sort_by: { type: 'string', enum: fields.map((field) => field.name) },
        descending: { type: 'boolean' },
        limit: { type: 'integer', minimum: 1, maximum: maxLookupRows, default: defaultLookupRows },
      },
      additionalProperties: false,
    },
  };
};

export const addOffer = (table: Table): ToolOffer => {
  const fields = fieldsForModel(table);
  return {
    name: toolNames.add + table.name,
    description: `Adds one record to the table "${table.name}": ${table.description}`,
    parameters: {
      type: 'object',
      properties: propertiesOf(fields),
      required: fields.filter((field) => field.required).map((field) => field.name),
      additionalProperties: false,
    },
  };
};

export const updateOffer = (table: Table): ToolOffer => ({
  name: toolNames.update + table.name,
  description: `Changes one record of the table "${table.name}": ${table.description}${whose(table)} Look it up first: record_id is its ${recordIdKey(table)}. Fields that are left out keep their values.`,
  parameters: {
    type: 'object',
    properties: {
      record_id: { type: 'string' },
      fields: {
        type: 'object',
        properties: propertiesOf(fieldsForModel(table)),
        additionalProperties: false,
      },
    },
    required: ['record_id', 'fields'],
    additionalProperties: false,
  },
});
