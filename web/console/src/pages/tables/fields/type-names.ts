import type { FieldType, TableField } from '../../../api/types/table.ts';

export const typeNames: Record<FieldType, string> = {
  TEXT: 'text',
  INT: 'whole number',
  FLOAT: 'number',
  DATETIME: 'date and time',
  BOOLEAN: 'yes or no',
};

export const emptyField = (): TableField => ({
  name: '',
  description: '',
  type: 'TEXT',
  required: false,
  unique: false,
});
