import { sql } from 'kysely';
import type { Handle } from '../../db/index.ts';
import type { Page } from './pages.ts';
import { unpackChunks } from './segment-chunks.ts';

/** Runs and their pages: PostgreSQL only. */

/** Of `is_ready`. A search reads only those that are ready. */
const runStates = { written: 0, ready: 1, retired: 2 } as const;

/** The lease was lost. What the other process wrote stays, and the job is tried again. */
const takenOver = (): Error => new Error('Another process took over the postings of the agent');

export interface Run {
  number: number;
  chunkCount: number;
  byteCount: number;
  createdAt: number;
  /** Chunks of segments that still exist. */
  livingChunks: number;
}

export const listRuns = async (db: Handle, agentId: string): Promise<Run[]> => {
  const { rows } = await sql<Run>`
    select r.number as "number", r.chunk_count as "chunkCount", r.byte_count as "byteCount",
      r.created_at as "createdAt",
      coalesce(s.living, 0)::bigint as "livingChunks"
    from posting_runs r left join (
      select run_number, sum(chunk_count) as living from posting_segments
      where run_number in (select number from posting_runs where agent_id = ${agentId}) group by run_number
    ) s on s.run_number = r.number
    where r.agent_id = ${agentId} and r.is_ready = 1 order by r.number`.execute(db);
  return rows;
};

/** A run that no search reads yet. */
export const createRun = async (db: Handle, agentId: string, nowMs: number): Promise<number> => {
  const { number } = await db
    .insertInto('posting_runs')
    .values({
      agent_id: agentId,
      is_ready: runStates.written,
      chunk_count: 0,
      byte_count: 0,
      created_at: nowMs,
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
};

/**
 * Runs to delete: replaced ones, and those that an interrupted job left behind. A job that lost its lease and still
 * writes one of them cannot finish it.
 */
export const condemnRuns = async (db: Handle, agentId: string): Promise<number[]> => {
  await db
    .updateTable('posting_runs')
    .set({ is_ready: runStates.retired })
    .where('agent_id', '=', agentId)
    .where('is_ready', '=', runStates.written)
    .execute();
  const rows = await db
    .selectFrom('posting_runs')
    .select('number')
    .where('agent_id', '=', agentId)
    .where('is_ready', '=', runStates.retired)
    .execute();
  return rows.map(({ number }) => number);
};

/** Locks the run, so that its pages cannot be deleted while more are added, which nobody would delete then. */
export const insertPages = async (db: Handle, runNumber: number, pages: readonly Page[]): Promise<void> => {
  if (pages.length === 0) return;
  const { numAffectedRows } = await sql`with run as (
      select number from posting_runs where number = ${runNumber} and is_ready = ${runStates.written} for share
    ) insert into posting_pages (run_number, last_term, part, first_term, data)
    select run.number, page.* from run, unnest(${pages.map(({ lastTerm }) => lastTerm)}::bigint[],
      ${pages.map(({ part }) => part)}::integer[], ${pages.map(({ firstTerm }) => firstTerm)}::bigint[],
      ${pages.map(({ data }) => Buffer.from(data))}::bytea[]) as page`.execute(db);
  if (Number(numAffectedRows) < pages.length) throw takenOver();
};

export const finishRun = async (
  tx: Handle,
  runNumber: number,
  { chunkCount, byteCount }: { chunkCount: number; byteCount: number },
): Promise<void> => {
  const finished = await tx
    .updateTable('posting_runs')
    .set({ is_ready: runStates.ready, chunk_count: chunkCount, byte_count: byteCount })
    .where('number', '=', runNumber)
    .where('is_ready', '=', runStates.written)
    .returning('number')
    .executeTakeFirst();
  if (!finished) throw takenOver();
};

/** No search reads them from here on. Their pages are deleted later, in steps. */
export const retireRuns = async (tx: Handle, numbers: readonly number[]): Promise<void> => {
  const retired = await tx
    .updateTable('posting_runs')
    .set({ is_ready: runStates.retired })
    .where('number', 'in', numbers)
    .where('is_ready', '=', runStates.ready)
    .returning('number')
    .execute();
  if (retired.length < numbers.length) throw takenOver();
};

/** Deletes up to `limit` pages of a run and then the run. Returns false if there is more to delete. */
export const deleteRun = async (db: Handle, runNumber: number, limit: number): Promise<boolean> => {
  const { rows } = await sql`delete from posting_pages where run_number = ${runNumber} and ctid in (
    select ctid from posting_pages where run_number = ${runNumber} limit ${limit}) returning 1`.execute(db);
  if (rows.length === limit) return false;
  await db.deleteFrom('posting_runs').where('number', '=', runNumber).execute();
  return true;
};

/** Pages with terms from `from` to before `to`. The last one of each run may also have later terms. */
export const pagesInRange = async (
  db: Handle,
  runNumbers: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<Uint8Array[]> => {
  const runs = [...runNumbers];
  const { rows } = await sql<{ data: Uint8Array }>`select data from posting_pages
    where run_number = any(${runs}::bigint[]) and last_term >= ${from} and last_term < ${to}
    union all select p.data from unnest(${runs}::bigint[]) as r (number) cross join lateral (
      select first_term, data from posting_pages where run_number = r.number and last_term >= ${to}
      order by last_term, part limit 1
    ) p where p.first_term < ${to}`.execute(db);
  return rows.map(({ data }) => data);
};

export interface UnstoredSegment {
  number: number;
  documentId: string;
  uploadId: string;
  chunkNumbers: number[];
}

/** More documents than `keptChanges` at once would make every process load the index again. */
const mostSegments = 1500;

/** Segments without a run, the oldest first, with at most `mostChunks` chunks together, but at least one segment. */
export const unstoredSegments = async (
  db: Handle,
  agentId: string,
  mostChunks: number,
): Promise<UnstoredSegment[]> => {
  const rows = await db
    .selectFrom('posting_segments')
    .select(['number', 'document_id', 'upload_id', 'chunks'])
    .where('agent_id', '=', agentId)
    .where('run_number', 'is', null)
    .orderBy('number')
    .limit(mostSegments)
    .execute();
  const taken: UnstoredSegment[] = [];
  let chunks = 0;
  for (const row of rows) {
    const chunkNumbers = unpackChunks(row.chunks).map(({ number }) => number);
    chunks += chunkNumbers.length;
    if (taken.length > 0 && chunks > mostChunks) break;
    taken.push({
      number: row.number,
      documentId: row.document_id,
      uploadId: row.upload_id,
      chunkNumbers,
    });
  }
  return taken;
};

export const countUnstored = async (db: Handle, agentId: string): Promise<number> => {
  const { rows } = await sql<{ chunks: number }>`select coalesce(sum(chunk_count), 0)::bigint as chunks
    from posting_segments where agent_id = ${agentId} and run_number is null`.execute(db);
  return rows[0]!.chunks;
};

export const termsOfChunks = async (
  db: Handle,
  numbers: readonly number[],
): Promise<Map<number, Uint8Array>> => {
  const { rows } = await sql<{ number: number; terms: Uint8Array }>`select number, terms from chunks
    where number = any(${[...numbers]}::bigint[])`.execute(db);
  return new Map(rows.map(({ number, terms }) => [number, terms]));
};

/** Those that still exist. Locked, so that an edit that replaces them waits. None of them may have a run. */
export const lockUnstored = async (tx: Handle, numbers: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ number: number; run_number: number | null }>`
    select number, run_number from posting_segments
    where number = any(${[...numbers]}::bigint[]) order by number for no key update`.execute(tx);
  if (rows.some(({ run_number }) => run_number !== null)) throw takenOver();
  return rows.map(({ number }) => number);
};

export const assignSegments = async (
  tx: Handle,
  runNumber: number,
  numbers: readonly number[],
): Promise<void> => {
  await sql`update posting_segments set run_number = ${runNumber}
    where number = any(${[...numbers]}::bigint[])`.execute(tx);
};

/** Of the runs, with their chunks. */
export const segmentsOfRuns = async (
  db: Handle,
  runNumbers: readonly number[],
): Promise<{ number: number; chunkCount: number }[]> => {
  const { rows } = await sql<{ number: number; chunkCount: number }>`
    select number, chunk_count as "chunkCount" from posting_segments
    where run_number = any(${[...runNumbers]}::bigint[])`.execute(db);
  return rows;
};

export const moveSegments = async (
  tx: Handle,
  runNumbers: readonly number[],
  toRun: number,
): Promise<void> => {
  // Locked in the same order as by an edit that replaces some of them, so that they cannot wait for each other.
  await sql`select from posting_segments where run_number = any(${[...runNumbers]}::bigint[])
    order by number for no key update`.execute(tx);
  await sql`update posting_segments set run_number = ${toRun}
    where run_number = any(${[...runNumbers]}::bigint[])`.execute(tx);
};

/** Which of these documents serve one of these uploads. */
export const servedBy = async (db: Handle, uploadIds: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('served_upload_id', 'in', uploadIds)
    .execute();
  return rows.map(({ id }) => id);
};
