import { Type } from 'typebox';
import type { Agent } from '../../agents/index.ts';
import { searchScope } from '../../channels/index.ts';
import type { ChunkScope, SearchedDocument, TypedSearchResult } from '../../knowledge/index.ts';
import { AppError } from '../../lib/errors.ts';
import { callerSignal } from '../request/caller-signal.ts';
import { createJsonParameter } from '../request/read-json-parameter.ts';
import { type Route, route } from '../route.ts';
import { RequiredText } from '../schema.ts';
import { channelPath, type EmbedRouteDependencies } from './embed-dependencies.ts';
import { type FoundDocument, PageAnswers, SearchFilter, type SearchFilterValues } from './page-schemas.ts';
import { visitorCallOf } from './visitor-call.ts';

/** A visitor who does not find the document among the first ones types more. */
const mostResults = 10;

const readFilter = createJsonParameter('filter', SearchFilter);

/** Other schemes could run scripts on the page. */
const linkOf = (url: string): string => (/^https?:$/.test(URL.parse(url)?.protocol ?? '') ? url : '');

/** Adds the visitor's choice of values. Only attributes that the settings offer can be chosen. */
const withChoice = (
  { settings: { channels } }: Agent,
  scope: ChunkScope,
  chosen: SearchFilterValues,
): ChunkScope => {
  const offered = new Set(channels.search.filters.map(({ attribute }) => attribute));
  const unknown = Object.keys(chosen).find((name) => !offered.has(name));
  if (unknown !== undefined)
    throw new AppError('invalidParameter', `filter: results cannot be filtered by ${unknown.slice(0, 60)}`);
  const conditions = Object.entries(chosen).map(([name, value]) => ({
    name,
    operator: 'equals' as const,
    value,
  }));
  const { tags, attributes = [] } = scope.filter ?? {};
  return { ...scope, filter: { tags, attributes: [...attributes, ...conditions] } };
};

/** Neither ids nor other attributes: visitors need them for nothing. */
const show = ({ name, sourceUrl, headings, snippet }: SearchedDocument): FoundDocument => ({
  title: name,
  url: linkOf(sourceUrl),
  headings,
  snippet: snippet.map(({ text, isMatch }) => ({ text, is_match: isMatch })),
});

const showFacets = ({ settings: { channels } }: Agent, { facets }: TypedSearchResult) =>
  facets.map(({ name, values }) => ({
    name,
    label: channels.search.filters.find(({ attribute }) => attribute === name)?.label || name,
    values,
  }));

/** Results of the search box while the visitor types. */
export const createSearchRoutes = ({ knowledge, limit }: EmbedRouteDependencies): Route[] => [
  route({
    method: 'GET',
    url: `${channelPath}/search`,
    visitor: 'known',
    onRequest: [limit.search],
    schema: {
      hide: true,
      querystring: Type.Object({
        query: RequiredText({ maxLength: 500 }),
        filter: Type.Optional(Type.String({ description: 'JSON: values by name of an attribute' })),
      }),
      response: { 200: PageAnswers.search },
    },
    handler: async (request, reply) => {
      const { agent, visitor } = visitorCallOf(request);
      if (visitor.channel !== 'AI_SEARCH')
        throw new AppError('notFound', 'Only a session of the channel AI_SEARCH can search');
      const found = await knowledge.searchTyped({
        agentId: agent.id,
        text: request.query.query,
        scope: withChoice(agent, searchScope(agent), readFilter(request.query.filter) ?? {}),
        offset: 0,
        limit: mostResults,
        facets: agent.settings.channels.search.filters.map(({ attribute }) => attribute),
        signal: callerSignal(reply),
      });
      return { total: found.total, list: found.documents.map(show), facets: showFacets(agent, found) };
    },
  }),
];
