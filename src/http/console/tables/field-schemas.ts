import { Type } from 'typebox';

/** What can be changed of a table and of a field alike. */
export const Described = {
  name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
};

export const FieldType = Type.String({ description: 'TEXT, INT, FLOAT, DATETIME or BOOLEAN' });

/** Checked by `src/tables`: each part has rules and an error code of its own. */
export const NewField = Type.Object({
  name: Type.String(),
  description: Type.Optional(Type.String()),
  type: FieldType,
  required: Type.Optional(Type.Boolean()),
  unique: Type.Optional(Type.Boolean()),
});
