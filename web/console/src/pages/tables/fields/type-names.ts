import type { FieldType } from '../../../api/derived-types.ts';
import type { TableField } from '../../../api/generated.ts';

export const typeNames: Record<FieldType, string> = {
  TEXT: 'text',
  INT: 'whole number',
  FLOAT: 'number',
  DATETIME: 'date and time',
  BOOLEAN: 'yes or no',
};

export const typeOptions = Object.entries(typeNames).map(([value, label]) => ({ value, label }));

export const emptyField = (): TableField => ({
  name: '',
  description: '',
  type: 'TEXT',
  required: false,
  unique: false,
});
