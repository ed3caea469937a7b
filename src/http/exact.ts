/** All keys of all members of the union. */
type KeyOf<Union> = Union extends unknown ? keyof Union : never;
/** The type of the key in the members of the union. */
type ValueAt<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never;
type ItemOf<Union> = Union extends readonly (infer Item)[] ? Item : never;

/** Type of a field that the schema does not have: no value has this type, and the compiler prints it. */
interface MissingInSchema<Field> {
  'This field is missing in the response schema and would be dropped': Field;
}

/**
 * `Actual`, if every field of it, at any depth, is a field of `Schema`. Otherwise a type that `Actual` does not have.
 * TypeScript accepts objects with additional fields. The serializer writes only the fields of
 * the schema, so the others would be lost silently.
 */
export type Exact<Actual, Schema> = unknown extends Schema
  ? Actual
  : Actual extends readonly (infer Item)[]
    ? readonly Exact<Item, ItemOf<Schema>>[]
    : Actual extends object
      ? {
          [Key in keyof Actual]: Key extends KeyOf<Schema>
            ? Exact<Actual[Key], ValueAt<Schema, Key>>
            : MissingInSchema<Key>;
        }
      : Actual;
