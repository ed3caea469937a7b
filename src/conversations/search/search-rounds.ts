import { setImmediate as nextTick } from 'node:timers/promises';
import type { Handle } from '../../db/index.ts';
import {
  findBucketMatches,
  findFewMatches,
  listBuckets,
  type Match,
  type MatchPlace,
  type SearchedBucket,
  type SearchScope,
} from './match-store.ts';
import { countTerms, type TermQuery } from './terms.ts';

/** Look-ups of one statement, which blocks other work on SQLite. */
const mostLookUps = 256;
/** Matches that a statement over several buckets may have. */
const mostUnsorted = 1000;
/** A statement that takes longer makes the next one smaller. */
const slowMs = 15;
/** Greater than every position, and still exact in a cursor. */
export const lastPosition = 10 ** 15 - 1;
/** A search that has not ended by then returns what it has found so far. */
const defaultTimeLimitMs = 2000;

export interface SearchPage {
  limit: number;
  after?: MatchPlace | undefined;
}

export interface FoundRounds {
  /** Newest first. */
  matches: Match[];
  /** Where to continue. Undefined: there is nothing more. */
  next: MatchPlace | undefined;
}

const isBefore = (left: MatchPlace, right: MatchPlace): boolean =>
  left.createdAtMs > right.createdAtMs ||
  (left.createdAtMs === right.createdAtMs && left.position > right.position);

const inOrder = <Place extends MatchPlace>(places: readonly Place[]): Place[] =>
  places.toSorted((left, right) => (isBefore(left, right) ? -1 : 1));

interface Search {
  db: Handle;
  scope: SearchScope;
  query: TermQuery;
  /** Rounds of the buckets of the next statement: few at first, because frequent words are found at once. */
  paceRounds: number;
  mostBuckets: number;
  /** Matches that are enough for a page, and as many of a bucket as are read at once. */
  wanted: number;
  /** The newest match of each conversation found so far, at most as many as the page has. */
  taken: Map<string, Match>;
  pageLimit: number;
  endsAtMs: number;
}

interface Range {
  endMs: number;
  after: MatchPlace | undefined;
}

/** The buckets of the next statement, at least one. */
const takeBuckets = ({ paceRounds, mostBuckets }: Search, waiting: readonly SearchedBucket[]) => {
  let rounds = 0;
  let count = 0;
  while (count < Math.min(waiting.length, mostBuckets) && (count === 0 || rounds < paceRounds)) {
    rounds += waiting[count]!.rounds;
    count += 1;
  }
  return waiting.slice(0, count);
};

/** The first matches of one bucket, or all matches of several. Undefined if several have too many. */
const findIn = async (
  { db, scope: { startMs = 0 }, query, wanted }: Search,
  buckets: readonly SearchedBucket[],
  { endMs, after }: Range,
): Promise<Match[] | undefined> => {
  const numbers = buckets.map(({ number }) => number);
  const [bucket] = numbers;
  if (bucket !== undefined && numbers.length === 1)
    return findBucketMatches(db, { bucket, query, startMs, endMs, after, limit: wanted });
  const matches = await findFewMatches(db, { buckets: numbers, query, limit: mostUnsorted });
  return matches?.filter(
    (match) =>
      match.createdAtMs >= startMs && match.createdAtMs <= endMs && (!after || isBefore(after, match)),
  );
};

/** Reads the next buckets. Returns how many, and their matches. */
const readMatches = async (search: Search, waiting: readonly SearchedBucket[], range: Range) => {
  for (;;) {
    const buckets = takeBuckets(search, waiting);
    const startedMs = performance.now();
    const matches = await findIn(search, buckets, range);
    const isSlow = performance.now() - startedMs > slowMs;
    const isCut = buckets.length === 1 && matches?.length === search.wanted;
    // Several buckets with as many matches would have too many.
    if (!isCut)
      search.paceRounds = Math.max(1, search.paceRounds * (matches === undefined || isSlow ? 1 / 4 : 4));
    if (matches) return { count: buckets.length, matches, isCut };
    await nextTick();
  }
};

/** Whether the page is full with these matches, and one more conversation shows that there is another page. */
const fillPage = ({ taken, pageLimit }: Search, matches: readonly Match[]): boolean => {
  const conversationIds = new Set(taken.keys());
  for (const { conversationId } of matches) conversationIds.add(conversationId);
  return conversationIds.size > pageLimit;
};

/**
 * Matches after a place, in order and without gaps, and the place up to which was searched. Reads buckets from the
 * newest on, until enough matches are newer than everything in the other buckets: buckets of one agent follow each other
 * in time, those of several agents overlap.
 */
const readStretch = async (search: Search, after: MatchPlace | undefined): Promise<FoundRounds> => {
  const { db, scope, wanted } = search;
  const endMs = Math.min(
    scope.endMs ?? Number.MAX_SAFE_INTEGER,
    after?.createdAtMs ?? Number.MAX_SAFE_INTEGER,
  );
  const waiting = await listBuckets(db, { ...scope, endMs });
  const cuts: Match[] = [];
  let found: Match[] = [];
  for (let at = 0; at < waiting.length; ) {
    const { count, matches, isCut } = await readMatches(search, waiting.slice(at), { endMs, after });
    at += count;
    if (isCut) cuts.push(matches.at(-1)!);
    found = inOrder([...found, ...matches]);
    const rest = waiting[at];
    // Matches after this place may be missing.
    const [horizon] = inOrder<MatchPlace>([
      ...cuts,
      ...(rest ? [{ createdAtMs: rest.newestAtMs, position: lastPosition }] : []),
    ]);
    if (!horizon) break;
    const settled = found.filter((match) => !isBefore(horizon, match));
    const isAtCut = cuts.some((cut) => cut === horizon);
    const isAfter = after === undefined || isBefore(after, horizon);
    const isEnough =
      settled.length >= wanted || fillPage(search, settled) || performance.now() > search.endsAtMs;
    if (isAtCut || (isAfter && isEnough)) return { matches: settled, next: horizon };
    await nextTick();
  }
  return { matches: found, next: undefined };
};

interface SearchInput {
  scope: SearchScope;
  query: TermQuery;
  page: SearchPage;
  timeLimitMs?: number;
}

/** Rounds that fulfil all conditions, the newest of each conversation. */
export const searchRounds = async (
  db: Handle,
  { scope, query, page: { limit, after }, timeLimitMs = defaultTimeLimitMs }: SearchInput,
): Promise<FoundRounds> => {
  const taken = new Map<string, Match>();
  const search: Search = {
    db,
    scope,
    query,
    paceRounds: 1,
    mostBuckets: Math.max(1, Math.floor(mostLookUps / Math.max(1, countTerms(query)))),
    // A conversation often matches more than once.
    wanted: limit * 4,
    taken,
    pageLimit: limit,
    endsAtMs: performance.now() + timeLimitMs,
  };
  for (let place = after; ; ) {
    const { matches, next } = await readStretch(search, place);
    for (const match of matches) {
      if (taken.has(match.conversationId)) continue;
      if (taken.size === limit) return { matches: [...taken.values()], next: [...taken.values()].at(-1) };
      taken.set(match.conversationId, match);
    }
    if (!next || performance.now() > search.endsAtMs) return { matches: [...taken.values()], next };
    place = next;
    await nextTick();
  }
};
