import { sql } from 'kysely';
import { dialectOf, type Handle } from '../../db/index.ts';
import { bucketSize, type TermQuery, toMatch, toTsquery } from './terms.ts';

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
  /** Number of its rounds, including deleted ones. */
  rounds: number;
}

/** Buckets with rounds of that time, newest first. */
export const bucketsQuery = (db: Handle, { workspaceId, agentId, startMs, endMs }: SearchScope) =>
  db
    .selectFrom('search_buckets')
    .select(['number', 'newest_at', 'direction', 'next_offset'])
    .$if(agentId !== undefined, (query) => query.where('agent_id', '=', agentId!))
    .$if(agentId === undefined, (query) => query.where('workspace_id', '=', workspaceId))
    .$if(startMs !== undefined, (query) => query.where('newest_at', '>=', startMs!))
    .$if(endMs !== undefined, (query) => query.where('oldest_at', '<=', endMs!))
    .orderBy('newest_at', 'desc');

export const listBuckets = async (db: Handle, scope: SearchScope): Promise<SearchedBucket[]> => {
  const rows = await bucketsQuery(db, scope).execute();
  return rows.map(({ number, newest_at, direction, next_offset }) => ({
    number: Number(number),
    newestAtMs: newest_at,
    rounds: direction === 1 ? next_offset : bucketSize - 1 - next_offset,
  }));
};

interface BucketInput {
  bucket: number;
  query: TermQuery;
  startMs: number | undefined;
  endMs: number | undefined;
  /** Only matches after this place. */
  after: MatchPlace | undefined;
  limit: number;
}

interface BucketsInput {
  buckets: readonly number[];
  query: TermQuery;
  limit: number;
}

interface MatchRow {
  position: number;
  round_id: string;
  conversation_id: string;
  created_at: number;
}

const columns = sql`e.position, e.round_id, e.conversation_id, e.created_at`;

const matchedBySqlite = (buckets: readonly number[], query: TermQuery) =>
  sql`round_search cross join search_entries as e on e.position = round_search.rowid
    where round_search match ${toMatch(buckets, query)}`;

/** The first matches of a bucket. All of them are sorted, so that the size of the bucket bounds the work. */
export const bucketMatchesQuery = (db: Handle, { bucket, query, ...input }: BucketInput) => {
  const { startMs = 0, endMs = Number.MAX_SAFE_INTEGER, after, limit } = input;
  const isLater = after
    ? sql`and (e.created_at, e.position) < (${after.createdAtMs}, ${after.position})`
    : sql``;
  const matches =
    dialectOf(db) === 'sqlite'
      ? matchedBySqlite([bucket], query)
      : sql`search_entries as e where e.terms @@ ${toTsquery(bucket, query)}::tsquery`;
  return sql<MatchRow>`select ${columns} from ${matches}
      and e.created_at >= ${startMs} and e.created_at <= ${endMs} ${isLater}
    order by e.created_at desc, e.position desc limit ${limit}`.compile(db);
};

/** Any matches of several buckets, without an order: the limit bounds the work. */
export const anyMatchesQuery = (db: Handle, { buckets, query, limit }: BucketsInput) => {
  if (dialectOf(db) === 'sqlite')
    return sql<MatchRow>`select ${columns} from ${matchedBySqlite(buckets, query)} limit ${limit}`.compile(
      db,
    );
  // One look-up after the other, so that the limit ends them. For a single condition with all buckets, PostgreSQL would
  // read all its matches first, or expect so many that it reads the table instead of the index.
  const queries = buckets.map((bucket) => toTsquery(bucket, query));
  return sql<MatchRow>`select ${columns} from unnest(${queries}::tsquery[]) as bucket(query)
    cross join lateral (
      select ${columns} from search_entries as e where e.terms @@ bucket.query limit ${limit}
    ) as e limit ${limit}`.compile(db);
};

const toMatches = (rows: readonly MatchRow[]): Match[] =>
  rows.map((row) => ({
    position: Number(row.position),
    roundId: row.round_id,
    conversationId: row.conversation_id,
    createdAtMs: row.created_at,
  }));

export const findBucketMatches = async (db: Handle, input: BucketInput): Promise<Match[]> =>
  toMatches((await db.executeQuery(bucketMatchesQuery(db, input))).rows);

/** All matches of several buckets. Undefined if there are more than the limit. */
export const findFewMatches = async (
  db: Handle,
  { limit, ...input }: BucketsInput,
): Promise<Match[] | undefined> => {
  const { rows } = await db.executeQuery(anyMatchesQuery(db, { ...input, limit: limit + 1 }));
  return rows.length > limit ? undefined : toMatches(rows);
};
