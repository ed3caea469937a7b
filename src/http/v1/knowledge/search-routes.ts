import { type Static, Type } from 'typebox';
import { KnowledgeFilter } from '../../../agents/index.ts';
import type { SearchedDocument as Found, Knowledge } from '../../../knowledge/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { callerSignal } from '../../request/caller-signal.ts';
import { createJsonParameter } from '../../request/read-json-parameter.ts';
import { readIds } from '../../request/read-query.ts';
import { type Route, route } from '../../route.ts';
import { IdList, RequiredText } from '../../schema.ts';

const AttributeValue = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);

const SearchedDocument = Type.Object(
  {
    data_id: Type.String({ description: 'ID of the document' }),
    title: Type.String({ description: 'Name of the document' }),
    url: Type.String({ description: 'Source URL of the document; empty if it has none' }),
    chunk_id: Type.String({ description: 'ID of the chunk that matches best' }),
    headings: Type.Array(Type.String(), { description: 'Headings above the chunk, outermost first' }),
    snippet: Type.Array(
      Type.Object(
        { text: Type.String(), is_match: Type.Boolean({ description: 'A word of the query' }) },
        { title: 'SnippetPart' },
      ),
      { description: 'Plain text of the chunk around the words of the query, in parts' },
    ),
    score: Type.Number({ description: 'From 0 to 1' }),
    tags: Type.Array(Type.String()),
    attributes: Type.Record(Type.String(), AttributeValue),
  },
  { title: 'SearchedDocument' },
);

const SearchFacet = Type.Object(
  {
    name: Type.String(),
    values: Type.Array(
      Type.Object(
        { value: AttributeValue, count: Type.Integer({ description: 'Number of documents' }) },
        { title: 'FacetValue' },
      ),
    ),
  },
  { title: 'SearchFacet' },
);

const SearchResults = Type.Object(
  {
    total: Type.Integer({ description: 'Number of documents found' }),
    list: Type.Array(SearchedDocument),
    facets: Type.Array(SearchFacet, {
      description: 'The 20 most frequent values of each attribute named by facets',
    }),
  },
  { title: 'SearchResults' },
);

const present = (document: Found): Static<typeof SearchedDocument> => ({
  data_id: document.documentId,
  title: document.name,
  url: document.sourceUrl,
  chunk_id: document.chunkId,
  headings: document.headings,
  snippet: document.snippet.map(({ text, isMatch }) => ({ text, is_match: isMatch })),
  score: document.score,
  tags: [...document.tags],
  attributes: document.attributes,
});

const readFilter = createJsonParameter('filter', KnowledgeFilter);

const idsOf = (values: readonly string[] | undefined, field: string, most: number): string[] | undefined =>
  values === undefined ? undefined : readIds(values, field, most);

export const createSearchRoutes = ({ searchTyped }: Pick<Knowledge, 'searchTyped'>): Route[] => [
  route({
    method: 'GET',
    url: '/v1/search',
    key: 'agent',
    schema: {
      operationId: 'searchDocuments',
      tags: ['Knowledge'],
      summary: 'Search documents while typing',
      description:
        'Returns the documents that match a query by keywords, best first, with the part of the text that matches. The last word may be incomplete, so a search box can call it for every keystroke. Costs no credits.',
      querystring: Type.Object({
        query: RequiredText({ maxLength: 500, description: 'The text as typed so far' }),
        page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 1' })),
        page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'Default 10' })),
        group_ids: Type.Optional(IdList),
        data_ids: Type.Optional(IdList),
        filter: Type.Optional(
          Type.String({
            description:
              'JSON of a filter as in POST /v1/vector/match, such as {"attributes":[{"name":"product","operator":"equals","value":"umbrella"}]}',
          }),
        ),
        facets: Type.Optional(
          Type.Array(Type.String(), {
            description:
              'Names of up to 5 attributes whose values are counted. Conditions on an attribute do not narrow its own values. Repeat the parameter or join names with commas',
          }),
        ),
      }),
      response: { 200: SearchResults },
    },
    handler: async (request, reply) => {
      const { query } = request;
      const limit = query.page_size ?? 10;
      const { documents, total, facets } = await searchTyped({
        agentId: callerOf(request).agent.id,
        text: query.query,
        scope: {
          groupIds: idsOf(query.group_ids, 'group_ids', 1000),
          dataIds: idsOf(query.data_ids, 'data_ids', 1000),
          filter: readFilter(query.filter),
        },
        offset: ((query.page ?? 1) - 1) * limit,
        limit,
        facets: idsOf(query.facets, 'facets', 5) ?? [],
        signal: callerSignal(reply),
      });
      return { total, list: documents.map(present), facets };
    },
  }),
];
