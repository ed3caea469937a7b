/** Every key that any member of the union has. */
type KeyOf<Union> = Union extends unknown ? keyof Union : never;
/** What the members of the union have under the key. */
type ValueAt<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never;
type ItemOf<Union> = Union extends readonly (infer Item)[] ? Item : never;

/** What a field becomes that the schema does not name: nothing has this type, and the compiler prints it. */
interface MissingInSchema<Field> {
  'This field is missing in the response schema and would be dropped': Field;
}

/**
 * `Actual`, if every field of it, at any depth, is a field of `Schema`; otherwise a type that `Actual` does not have.
 * TypeScript lets an object with more fields pass where fewer are asked for. The serializer writes only the fields of
 * the schema, so the others would be lost without a word.
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
