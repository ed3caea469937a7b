import { Type } from 'typebox';

/** What can be changed in a table and in a field. */
export const Described = {
  name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
};

export const FieldType = Type.String({ description: 'TEXT, INT, FLOAT, DATETIME or BOOLEAN' });

/** Checked by `src/tables`, because each part has its own rules and error code. */
export const NewField = Type.Object({
  name: Type.String(),
  description: Type.Optional(Type.String()),
  type: FieldType,
  required: Type.Optional(Type.Boolean()),
  unique: Type.Optional(Type.Boolean()),
});
