import { Type } from 'typebox';

/** The search box and the search page. */
export const SearchSettings = Type.Object(
  {
    placeholder: Type.String({
      maxLength: 100,
      default: '',
      description: 'Text in the empty search field. Empty: the built-in text in the language of the page',
    }),
    groupIds: Type.Union([Type.Array(Type.String(), { maxItems: 1000 }), Type.Null()], {
      default: null,
      description:
        'Knowledge bases whose documents are listed as results. null: all that the agent searches to answer; for a flow none, because its components choose their own. An empty list: no results, only answers',
    }),
    filters: Type.Array(
      Type.Object({
        attribute: Type.String({ minLength: 1, maxLength: 60 }),
        label: Type.String({
          maxLength: 60,
          default: '',
          description: 'Empty: the name of the attribute',
        }),
      }),
      {
        maxItems: 5,
        default: [],
        description:
          'Attributes of documents by which visitors narrow the results. Visitors see their values',
      },
    ),
  },
  { default: {} },
);
