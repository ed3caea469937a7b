import type { Handle, Schema } from '../../db/index.ts';
import { AppError } from '../../lib/errors.ts';
import { readSearchedRounds } from '../../rounds/index.ts';
import { readConversations } from '../list-conversations.ts';
import type { Conversation } from '../store.ts';
import type { MatchPlace, SearchScope } from './match-store.ts';
import { parseQuery } from './parse-query.ts';
import { indexedCharacters } from './round-terms.ts';
import { searchRounds } from './search-rounds.ts';
import { type Snippet, snippetOf } from './snippet.ts';
import type { Facet, FacetName } from './terms.ts';

/** Conditions on a round. Those on the handoff, labels, the channel and the user apply to its conversation. */
export interface RoundFilters {
  feedback?: Schema['rounds']['feedback'] | undefined;
  quality?: Schema['rounds']['quality'] | undefined;
  failed?: boolean | undefined;
  handedOver?: boolean | undefined;
  missed?: boolean | undefined;
  /** Name of a tool that the agent called. */
  tool?: string | undefined;
  /** A document that the answer cites. */
  documentId?: string | undefined;
  /** ISO 639-1 code. */
  language?: string | undefined;
  labelId?: string | undefined;
  channel?: string | undefined;
  userId?: string | undefined;
}

export interface ConversationSearch extends SearchScope {
  words: string;
  filters: RoundFilters;
  limit: number;
  /** Of the page before. */
  cursor?: string | undefined;
}

export interface FoundConversation {
  conversation: Conversation;
  /** The newest round of the conversation that matches. */
  roundId: string;
  roundCreatedAtMs: number;
  snippet: Snippet;
}

export interface FoundConversations {
  items: FoundConversation[];
  /** Undefined: there are no more. */
  next: string | undefined;
}

const facetsOf = (filters: RoundFilters): Facet[] => {
  const { feedback, quality, tool, documentId, language, labelId, channel, userId } = filters;
  const values: Partial<Record<FacetName, string | undefined>> = {
    feedback,
    quality,
    status: filters.failed ? 'failed' : undefined,
    handedOver: filters.handedOver ? 'yes' : undefined,
    missed: filters.missed ? 'yes' : undefined,
    tool,
    document: documentId,
    language,
    label: labelId,
    channel,
    user: userId,
  };
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name: name as FacetName, value }],
  );
};

const readCursor = (cursor: string | undefined): MatchPlace | undefined => {
  if (cursor === undefined) return undefined;
  const [, createdAtMs, position] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? [];
  if (createdAtMs === undefined || position === undefined)
    throw new AppError('invalidParameter', 'cursor must be the value next of the page before');
  return { createdAtMs: Number(createdAtMs), position: Number(position) };
};

/** Conversations with a round that has all words and fulfils all filters, newest match first. */
export const searchConversations = async (
  db: Handle,
  { words, filters, limit, cursor, ...scope }: ConversationSearch,
): Promise<FoundConversations> => {
  const query = { phrases: parseQuery(words), facets: facetsOf(filters) };
  if (words.trim() !== '' && query.phrases.length === 0)
    throw new AppError('invalidParameter', 'words must contain a letter or a digit');
  if (query.phrases.length + query.facets.length === 0)
    throw new AppError('invalidParameter', 'words or a filter other than the time is required');
  const { matches, next } = await searchRounds(db, {
    scope,
    query,
    page: { limit, after: readCursor(cursor) },
  });
  const rounds = await readSearchedRounds(
    db,
    matches.map(({ roundId }) => roundId),
    indexedCharacters,
  );
  const roundOf = new Map(rounds.map((round) => [round.conversationId, round]));
  const conversations = await readConversations(
    db,
    matches.map(({ conversationId }) => conversationId),
  );
  return {
    items: conversations.flatMap((conversation) => {
      const round = roundOf.get(conversation.id);
      // Replaced or erased since it was indexed.
      if (!round?.isCurrent) return [];
      return {
        conversation,
        roundId: round.id,
        roundCreatedAtMs: round.createdAtMs,
        snippet: snippetOf(round, query.phrases),
      };
    }),
    next: next && `${next.createdAtMs}.${next.position}`,
  };
};
