import { type Selectable, sql } from 'kysely';
import { dialectOf, type Handle, isOneOf, type Schema } from '../../db/index.ts';
import { bucketSize, type RoundTerms, toDocument, toVector } from './terms.ts';

export type Change = Selectable<Schema['search_changes']>;
export type Bucket = Selectable<Schema['search_buckets']>;
type Direction = Bucket['direction'];

export const readChanges = (db: Handle, limit: number): Promise<Change[]> =>
  db.selectFrom('search_changes').selectAll().orderBy('sequence').limit(limit).execute();

export const deleteChanges = async (tx: Handle, sequences: readonly number[]): Promise<void> => {
  if (sequences.length > 0)
    await tx
      .deleteFrom('search_changes')
      .where(isOneOf(tx, 'sequence', sequences))
      .execute();
};

/** After everything was copied into an empty database, which then indexes all of it. */
export const deleteAllChanges = async (tx: Handle): Promise<void> => {
  await tx.deleteFrom('search_changes').execute();
};

/** A change of a conversation is one of each of its rounds. */
export const expandConversation = async (tx: Handle, conversationId: string): Promise<void> => {
  await sql`insert into search_changes (kind, id)
    select 'round', id from rounds where conversation_id = ${conversationId} and status <> 'running'`.execute(
    tx,
  );
};

/** A user may have any number of conversations: the newest ones are enough to find the user. */
export const expandUser = async (
  tx: Handle,
  { agentId, userId, limit }: { agentId: string; userId: string; limit: number },
): Promise<void> => {
  await sql`insert into search_changes (kind, id)
    select 'conversation', id from conversations where agent_id = ${agentId} and user_id = ${userId}
      and message_count > 0 order by recent_chat_at desc limit ${limit}`.execute(tx);
};

/** False: another process indexes. Until the end of the transaction. */
export const takeTurn = async (tx: Handle): Promise<boolean> => {
  const { rows } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended('search-index', 7)) as taken`.execute(tx);
  return rows[0]!.taken;
};

/**
 * Those of the rounds that still exist. On PostgreSQL an erasure waits for this transaction. Rounds that are just being
 * erased are absent.
 */
export const holdRounds = async (tx: Handle, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('rounds')
    .select('id')
    .where(isOneOf(tx, 'id', ids))
    .$if(dialectOf(tx) === 'postgres', (query) => query.forKeyShare().skipLocked())
    .execute();
  return new Set(rows.map(({ id }) => id));
};

export const findPositions = async (tx: Handle, ids: readonly string[]): Promise<Map<string, number>> => {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('search_entries')
    .select(['round_id', 'position'])
    .where(isOneOf(tx, 'round_id', ids))
    .execute();
  return new Map(rows.map((row) => [row.round_id, Number(row.position)]));
};

export const deleteEntries = async (tx: Handle, positions: readonly number[]): Promise<void> => {
  if (positions.length > 0)
    await tx
      .deleteFrom('search_entries')
      .where(isOneOf(tx, 'position', positions))
      .execute();
};

export interface NewEntry {
  position: number;
  roundId: string;
  conversationId: string;
  createdAtMs: number;
  terms: RoundTerms;
}

const bucketOf = (position: number): number => Math.floor(position / bucketSize);

const insertIntoPostgres = async (tx: Handle, entries: readonly NewEntry[]): Promise<void> => {
  const columns = [
    sql`${entries.map(({ position }) => position)}::bigint[]`,
    sql`${entries.map(({ roundId }) => roundId)}::text[]`,
    sql`${entries.map(({ conversationId }) => conversationId)}::text[]`,
    sql`${entries.map(({ createdAtMs }) => createdAtMs)}::bigint[]`,
    sql`${entries.map(({ position, terms }) => toVector(bucketOf(position), terms))}::text[]`,
  ];
  await sql`insert into search_entries (position, round_id, conversation_id, created_at, terms)
    select a, b, c, d, e::tsvector from unnest(${sql.join(columns)}) as added (a, b, c, d, e)`.execute(tx);
};

/** One statement for each table: a call of the database costs more than a row. */
const insertIntoSqlite = async (tx: Handle, entries: readonly NewEntry[]): Promise<void> => {
  const rows = JSON.stringify(
    entries.map(({ position, roundId, conversationId, createdAtMs, terms }) => [
      position,
      roundId,
      conversationId,
      createdAtMs,
      toDocument(bucketOf(position), terms),
    ]),
  );
  await sql`insert into search_entries (position, round_id, conversation_id, created_at)
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(${rows})`.execute(tx);
  await sql`insert into round_search (rowid, terms)
    select value ->> 0, value ->> 4 from json_each(${rows}) order by value ->> 0`.execute(tx);
};

/** In the order given, which must be that of their positions: see `storeRounds`. */
export const insertEntries = async (tx: Handle, entries: readonly NewEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  await (dialectOf(tx) === 'postgres' ? insertIntoPostgres(tx, entries) : insertIntoSqlite(tx, entries));
};

export const replaceTerms = async (tx: Handle, position: number, terms: RoundTerms): Promise<void> => {
  if (dialectOf(tx) === 'postgres')
    await sql`update search_entries set terms = ${toVector(bucketOf(position), terms)}::tsvector
      where position = ${position}`.execute(tx);
  else
    await sql`insert or replace into round_search (rowid, terms)
      values (${position}, ${toDocument(bucketOf(position), terms)})`.execute(tx);
};

const isOpen = ({ next_offset }: Bucket): boolean => next_offset >= 0 && next_offset < bucketSize;

/** The bucket of an agent that is being filled. Undefined if there is none, or it is full. */
export const findOpenBucket = async (
  tx: Handle,
  agentId: string,
  direction: Direction,
): Promise<Bucket | undefined> => {
  const found = await tx
    .selectFrom('search_buckets')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('direction', '=', direction)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found && isOpen(found) ? { ...found, number: Number(found.number) } : undefined;
};

export const insertBucket = async (
  tx: Handle,
  bucket: Omit<Bucket, 'number' | 'next_offset'>,
): Promise<Bucket> => {
  const row = { ...bucket, next_offset: bucket.direction === 1 ? 0 : bucketSize - 1 };
  const { number } = await tx
    .insertInto('search_buckets')
    .values(row)
    .returning('number')
    .executeTakeFirstOrThrow();
  return { ...row, number: Number(number) };
};

export const updateBucket = async (tx: Handle, bucket: Bucket): Promise<void> => {
  const { number, next_offset, oldest_at, newest_at } = bucket;
  await tx
    .updateTable('search_buckets')
    .set({ next_offset, oldest_at, newest_at })
    .where('number', '=', number)
    .execute();
};

/** Deletes a part of the index of an agent. False: nothing is left. */
export const deletePartOfAgent = async (tx: Handle, agentId: string, limit: number): Promise<boolean> => {
  const bucket = await tx
    .selectFrom('search_buckets')
    .select('number')
    .where('agent_id', '=', agentId)
    .limit(1)
    .executeTakeFirst();
  if (!bucket) return false;
  const first = Number(bucket.number) * bucketSize;
  const rows = await tx
    .selectFrom('search_entries')
    .select('position')
    .where('position', '>=', first)
    .where('position', '<', first + bucketSize)
    .limit(limit)
    .execute();
  await deleteEntries(
    tx,
    rows.map(({ position }) => position),
  );
  if (rows.length < limit)
    await tx.deleteFrom('search_buckets').where('number', '=', bucket.number).execute();
  return true;
};

export const readState = (db: Handle) =>
  db.selectFrom('search_states').selectAll().where('id', '=', 1).executeTakeFirst();

export const writeState = async (tx: Handle, state: Omit<Schema['search_states'], 'id'>): Promise<void> => {
  await tx
    .insertInto('search_states')
    .values({ id: 1, ...state })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
    .execute();
};

/** Ended rounds before an id, newest first: ids are in order of time. */
export const readOlderIds = async (db: Handle, before: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('rounds')
    .select('id')
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** A part of everything that is indexed. False: nothing is left. */
export const deletePartOfIndex = async (tx: Handle, limit: number): Promise<boolean> => {
  const bucket = await tx.selectFrom('search_buckets').select('agent_id').limit(1).executeTakeFirst();
  return bucket !== undefined && deletePartOfAgent(tx, bucket.agent_id, limit);
};

/** Whether anything is not indexed yet. */
export const isBehind = async (db: Handle): Promise<boolean> => {
  const state = await readState(db);
  return state?.backfill_before !== null || (await readChanges(db, 1)).length > 0;
};

/**
 * SQLite only: whether the index still has terms of deleted rounds. It marks them in rows with these numbers (FTS5:
 * segment + 2^16, times 2^37) and drops them when it merges their segment.
 */
export const hasDeletedTerms = async (db: Handle): Promise<boolean> => {
  const { rows } = await sql`select 1 from round_search_data where id >= ${sql.lit(2 ** 53)} limit 1`.execute(
    db,
  );
  return rows.length > 0;
};

/** SQLite only: continues to merge all segments into one, by about this many pages of 4 KB. */
export const mergeTerms = async (tx: Handle, pages: number): Promise<void> => {
  await sql`insert into round_search (round_search, rank) values ('merge', ${sql.lit(-pages)})`.execute(tx);
};

/** The conversations and their rounds were deleted before, so that nothing waits for a process that just indexes them. */
export const deleteChangesOfConversations = async (
  tx: Handle,
  conversationIds: readonly string[],
): Promise<void> => {
  await sql`delete from search_changes where (kind = 'conversation' and id in (${sql.join(conversationIds)}))
    or (kind = 'round' and not exists (select 1 from rounds where rounds.id = search_changes.id))`.execute(
    tx,
  );
};

/** The user is erased, and nothing of the user must be indexed again. */
export const deleteChangesOfUser = async (tx: Handle, agentId: string, userId: string): Promise<void> => {
  await tx
    .deleteFrom('search_changes')
    .where('kind', '=', 'user')
    .where('agent_id', '=', agentId)
    .where('id', '=', userId)
    .execute();
};
