import { sql } from 'kysely';
import { dialectOf, type Handle } from '../../db/index.ts';
import { type TermQuery, toMatch, toTsquery } from './terms.ts';

/** Place of a round in the order of results: newest first, then by position. */
export interface MatchPlace {
  createdAtMs: number;
  position: number;
}

export interface Match extends MatchPlace {
  roundId: string;
  conversationId: string;
}

/** Whose rounds are searched, and of which time. Both ends are inclusive. */
export interface SearchScope {
  workspaceId: string;
  /** Absent: all agents of the workspace. */
  agentId?: string | undefined;
  startMs?: number | undefined;
  endMs?: number | undefined;
}

export interface SearchedBucket {
  number: number;
  newestAtMs: number;
}

/** Buckets with rounds of that time, newest first. */
export const bucketsQuery = (db: Handle, { workspaceId, agentId, startMs, endMs }: SearchScope) =>
  db
    .selectFrom('search_buckets')
    .select(['number', 'newest_at'])
    .$if(agentId !== undefined, (query) => query.where('agent_id', '=', agentId!))
    .$if(agentId === undefined, (query) => query.where('workspace_id', '=', workspaceId))
    .$if(startMs !== undefined, (query) => query.where('newest_at', '>=', startMs!))
    .$if(endMs !== undefined, (query) => query.where('oldest_at', '<=', endMs!))
    .orderBy('newest_at', 'desc');

export const listBuckets = async (db: Handle, scope: SearchScope): Promise<SearchedBucket[]> => {
  const rows = await bucketsQuery(db, scope).execute();
  return rows.map((row) => ({ number: Number(row.number), newestAtMs: row.newest_at }));
};

interface MatchInput {
  buckets: readonly number[];
  query: TermQuery;
  startMs: number | undefined;
  endMs: number | undefined;
  /** Only matches after this place. */
  after: MatchPlace | undefined;
  limit: number;
}

/** Matches in these buckets. All of them are sorted, so that the number of buckets bounds the work. */
export const matchesQuery = (db: Handle, input: MatchInput) => {
  const { buckets, query, startMs = 0, endMs = Number.MAX_SAFE_INTEGER, after, limit } = input;
  const isSqlite = dialectOf(db) === 'sqlite';
  const from = isSqlite
    ? sql`round_search cross join search_entries as e on e.position = round_search.rowid
        where round_search match ${toMatch(buckets, query)}`
    : sql`search_entries as e where e.terms @@ ${toTsquery(buckets, query)}::tsquery`;
  const isLater = after
    ? sql`and (e.created_at, e.position) < (${after.createdAtMs}, ${after.position})`
    : sql``;
  return sql<{ position: number; round_id: string; conversation_id: string; created_at: number }>`
    select e.position, e.round_id, e.conversation_id, e.created_at from ${from}
      and e.created_at >= ${startMs} and e.created_at <= ${endMs} ${isLater}
    order by e.created_at desc, e.position desc limit ${limit}`.compile(db);
};

export const findMatches = async (db: Handle, input: MatchInput): Promise<Match[]> => {
  const { rows } = await db.executeQuery(matchesQuery(db, input));
  return rows.map((row) => ({
    position: Number(row.position),
    roundId: row.round_id,
    conversationId: row.conversation_id,
    createdAtMs: row.created_at,
  }));
};
