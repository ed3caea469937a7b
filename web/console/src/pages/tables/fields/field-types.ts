import type { FieldType } from '../../../api/derived-types.ts';
import type { TableField } from '../../../api/generated.ts';
import { type LabelKey, t } from '../../../messages/translate.ts';

export const typeLabels: Record<FieldType, LabelKey> = {
  TEXT: 'tables.type.text',
  INT: 'tables.type.int',
  FLOAT: 'tables.type.float',
  DATETIME: 'tables.type.datetime',
  BOOLEAN: 'tables.type.boolean',
};

export const typeOptions = (): { value: string; label: string }[] =>
  Object.entries(typeLabels).map(([value, label]) => ({ value, label: t(label) }));

export const emptyField = (): TableField => ({
  name: '',
  description: '',
  type: 'TEXT',
  required: false,
  unique: false,
});
