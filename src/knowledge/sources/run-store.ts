import { sql, type Updateable } from 'kysely';
import type { Handle, Schema } from '../../db/index.ts';
import { type RunCounts, type RunPageState, type SourceRun, toRun } from './source.ts';

const active = sql<boolean>`status in ('queued', 'running')`;

/** Undefined if a run of the source is queued or running already. */
export const insertRun = async (
  tx: Handle,
  run: { id: string; sourceId: string; startedBy: SourceRun['startedBy']; nowMs: number },
): Promise<SourceRun | undefined> => {
  const row = await tx
    .insertInto('source_runs')
    .values({
      id: run.id,
      source_id: run.sourceId,
      status: 'queued',
      started_by: run.startedBy,
      is_cancelled: 0,
      is_seeded: 0,
      found: 0,
      added: 0,
      updated: 0,
      unchanged: 0,
      removed: 0,
      missing: 0,
      skipped: 0,
      beyond_limit: 0,
      error: null,
      created_at: run.nowMs,
      started_at: null,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && toRun(row);
};

export const findRun = async (db: Handle, sourceId: string, id: string): Promise<SourceRun | undefined> => {
  const row = await db
    .selectFrom('source_runs')
    .selectAll()
    .where('id', '=', id)
    .where('source_id', '=', sourceId)
    .executeTakeFirst();
  return row && toRun(row);
};

/** Newest first. */
export const listRuns = async (
  db: Handle,
  sourceId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ runs: SourceRun[]; total: number }> => {
  const ofSource = db.selectFrom('source_runs').where('source_id', '=', sourceId);
  const { total } = await ofSource
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await ofSource
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { runs: rows.map(toRun), total: Number(total) };
};

/** The newest run of each source. */
export const newestRuns = async (
  db: Handle,
  sourceIds: readonly string[],
): Promise<Map<string, SourceRun>> => {
  if (sourceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('source_runs as run')
    .selectAll()
    .where('source_id', 'in', sourceIds)
    .where(
      'id',
      '=',
      sql<string>`(select id from source_runs as newest where newest.source_id = run.source_id
        order by created_at desc, id desc limit 1)`,
    )
    .execute();
  return new Map(rows.map((row) => [row.source_id, toRun(row)]));
};

/** False if the run has ended or its source was deleted. */
export const changeRun = async (
  tx: Handle,
  id: string,
  change: Updateable<Schema['source_runs']>,
): Promise<boolean> => {
  const changed = await tx
    .updateTable('source_runs')
    .set(change)
    .where('id', '=', id)
    .where(active)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
};

const columns = {
  found: 'found',
  added: 'added',
  updated: 'updated',
  unchanged: 'unchanged',
  removed: 'removed',
  missing: 'missing',
  skipped: 'skipped',
  beyondLimit: 'beyond_limit',
} as const;

/** Adds to the counts of an active run. Returns the run, or undefined if it ended or its source was deleted. */
export const countInRun = async (
  tx: Handle,
  id: string,
  counts: Partial<RunCounts>,
): Promise<SourceRun | undefined> => {
  const added = Object.entries(counts).map(([name, count]) => {
    const column = columns[name as keyof RunCounts];
    return [column, sql<number>`${sql.ref(column)} + ${count}`] as const;
  });
  const row = await tx
    .updateTable('source_runs')
    .set({ status: 'running', ...Object.fromEntries(added) })
    .where('id', '=', id)
    .where(active)
    .returningAll()
    .executeTakeFirst();
  return row && toRun(row);
};

export interface NewRunPage {
  url: string;
  depth: number;
  state: RunPageState;
  reason: string | null;
  /** Of a file when it was listed. */
  version?: string | null;
}

const rowsAtOnce = 500;

/** Returns the number of new ones. Known URLs keep their state. */
export const insertRunPages = async (
  tx: Handle,
  runId: string,
  pages: readonly NewRunPage[],
): Promise<number> => {
  let inserted = 0;
  for (let at = 0; at < pages.length; at += rowsAtOnce) {
    const rows = await tx
      .insertInto('source_run_pages')
      .values(pages.slice(at, at + rowsAtOnce).map((page) => ({ version: null, run_id: runId, ...page })))
      .onConflict((conflict) => conflict.columns(['run_id', 'url']).doNothing())
      .returning('number')
      .execute();
    inserted += rows.length;
  }
  return inserted;
};

/** Those of the URLs that the run does not have. */
export const unknownInRun = async (db: Handle, runId: string, urls: readonly string[]): Promise<string[]> => {
  if (urls.length === 0) return [];
  const rows = await db
    .selectFrom('source_run_pages')
    .select('url')
    .where('run_id', '=', runId)
    .where('url', 'in', urls)
    .execute();
  const known = new Set(rows.map((row) => row.url));
  return urls.filter((url) => !known.has(url));
};

export const waitingPages = (
  db: Handle,
  runId: string,
  limit: number,
): Promise<{ url: string; depth: number; version: string | null }[]> =>
  db
    .selectFrom('source_run_pages')
    .select(['url', 'depth', 'version'])
    .where('run_id', '=', runId)
    .where('state', '=', 'waiting')
    .orderBy('number')
    .limit(limit)
    .execute();

/** How many of these pages were not read yet. */
export const countWaiting = async (tx: Handle, runId: string, urls: readonly string[]): Promise<number> => {
  if (urls.length === 0) return 0;
  const { count } = await tx
    .selectFrom('source_run_pages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('run_id', '=', runId)
    .where('url', 'in', urls)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const setPageStates = async (
  tx: Handle,
  runId: string,
  urls: readonly string[],
  state: RunPageState,
  reason: string | null,
): Promise<void> => {
  if (urls.length === 0) return;
  await tx
    .updateTable('source_run_pages')
    .set({ state, reason })
    .where('run_id', '=', runId)
    .where('url', 'in', urls)
    .execute();
};

/** For a page that a rule refused: its document is deleted. False if the report does not list the page. */
export const changeRefused = async (
  tx: Handle,
  runId: string,
  url: string,
  state: RunPageState,
): Promise<boolean> => {
  const changed = await tx
    .updateTable('source_run_pages')
    .set({ state })
    .where('run_id', '=', runId)
    .where('url', '=', url)
    .where('state', '=', 'skipped')
    .returning('number')
    .executeTakeFirst();
  return changed !== undefined;
};

export const listRunPages = async (
  db: Handle,
  runId: string,
  state: RunPageState | undefined,
  { offset, limit }: { offset: number; limit: number },
) => {
  const found = db
    .selectFrom('source_run_pages')
    .where('run_id', '=', runId)
    .$if(state !== undefined, (some) => some.where('state', '=', state!));
  const { total } = await found
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const pages = await found
    .select(['url', 'depth', 'state', 'reason'])
    .orderBy('number')
    .limit(limit)
    .offset(offset)
    .execute();
  return { pages, total: Number(total) };
};

/** Deletes all but the newest runs. */
export const deleteOldRuns = async (tx: Handle, sourceId: string, kept: number): Promise<void> => {
  const old = await tx
    .selectFrom('source_runs')
    .select('id')
    .where('source_id', '=', sourceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .offset(kept)
    .execute();
  const ids = old.map((row) => row.id);
  if (ids.length > 0) await tx.deleteFrom('source_runs').where('id', 'in', ids).execute();
};
