import { Type } from 'typebox';

const AttributeValue = Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Boolean()]);

/** Narrows a search to documents by their tags and attributes. */
export const KnowledgeFilter = Type.Object(
  {
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
        maxItems: 20,
        description: 'The document has at least one of these tags',
      }),
    ),
    attributes: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ minLength: 1, maxLength: 60 }),
            operator: Type.Unsafe<'equals' | 'not_equals' | 'gte' | 'lte'>({
              type: 'string',
              enum: ['equals', 'not_equals', 'gte', 'lte'],
              description: 'gte: at least; lte: at most; texts are compared by their characters',
            }),
            value: Type.Union([AttributeValue, Type.Array(AttributeValue, { minItems: 1, maxItems: 50 })], {
              description: 'A list means any of its values for equals, none of them for not_equals',
            }),
          },
          { title: 'AttributeCondition' },
        ),
        { maxItems: 20, description: 'Conditions that the attributes of the document all fulfil' },
      ),
    ),
  },
  { description: 'Searches only documents with these tags and attributes' },
);
