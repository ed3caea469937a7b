import type { Agent, Agents } from '../../agents/index.ts';
import type { Database, Handle } from '../../db/index.ts';
import type { Encryption } from '../../encryption/index.ts';
import type { Files } from '../../files/index.ts';
import type { JobContext } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import type { Log } from '../../lib/log.ts';
import { inOrder } from '../documents/in-order.ts';
import { extractedTextType } from '../ingest/read-document.ts';
import { findCredentials } from './credential-store.ts';
import { lastDiscovered, rememberListing } from './last-listing.ts';
import { linkedPages, skippedPage, withKnownPages } from './linked-pages.ts';
import type { OpenSource } from './open-source.ts';
import { knownPages, uncheckedPages, urlsByContent } from './page-store.ts';
import type { ReadPageResult, RecordPages } from './record-pages.ts';
import {
  changeRefused,
  changeRun,
  countInRun,
  countWaiting,
  deleteOldRuns,
  findRun,
  insertRunPages,
  unknownInRun,
  waitingPages,
} from './run-store.ts';
import { isFileKind, type Source, type SourceRun } from './source.ts';
import { SourceError, type SourceReader } from './source-reader.ts';
import { findAnySource } from './source-store.ts';

export interface SyncJob {
  sourceId: string;
  runId: string;
}

export type RunEnded = (tx: Handle, ended: { agent: Agent; source: Source; run: SourceRun }) => Promise<void>;

interface SyncDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  agents: Pick<Agents, 'find'>;
  files: Files;
  encryption: Encryption;
  openSource: OpenSource;
  recordPages: RecordPages;
  onEnded: RunEnded;
}

/** Pages that are read and stored together. Twice as many are in memory: the next ones are read meanwhile. */
const pagesAtOnce = 15;
/** A file waits for the disk most of the time. */
const storedAtOnce = 8;
/** Pages in the report that were not read because of a rule. Further ones are not listed. */
const mostRefused = 1000;
const removedAtOnce = 50;
const keptRuns = 20;

/** The run was cancelled, has ended, or its source was deleted. */
class RunStopped extends Error {}

/** This process was suspended or cut off for so long that another one continues the run. */
class RunTaken extends Error {
  constructor() {
    super('Another process has continued the sync');
  }
}

/** An attempt of a run: continues after the last stored pages. */
export const createSyncSource = (dependencies: SyncDependencies) => {
  const { db, clock, log, agents, files, encryption, openSource, recordPages, onEnded } = dependencies;

  interface Work {
    agent: Agent;
    source: Source;
    run: SourceRun;
    reader: SourceReader;
  }

  const seed = async (job: Work): Promise<void> => {
    const found = await withKnownPages(
      db.query,
      job.source,
      job.reader,
      await job.reader.discover(await lastDiscovered(db.query, job.source)),
    );
    const refused = found.skipped.slice(0, mostRefused);
    await db.transaction(async (tx) => {
      const before = await countInRun(tx, job.run.id, {});
      if (!before) throw new RunStopped();
      if (before.isSeeded) throw new RunTaken();
      const pages = found.pages.map((page) => ({ ...page, state: 'waiting' as const, reason: null }));
      const count = await insertRunPages(tx, job.run.id, pages);
      const skipped = await insertRunPages(
        tx,
        job.run.id,
        refused.map(({ url, reason }) => skippedPage(url, reason)),
      );
      await countInRun(tx, job.run.id, { found: count, skipped, beyondLimit: found.beyondLimit });
      await changeRun(tx, job.run.id, { is_seeded: 1 });
      await rememberListing(tx, job.source, job.run.id, found);
      faultPoint('sync-seeding');
    });
  };

  /** Two addresses of the same content make one document. */
  const withoutDuplicates = async ({ source, run }: Work, pages: ReadPageResult[]): Promise<void> => {
    const hashes = pages.flatMap(({ outcome }) =>
      outcome.state === 'content' ? [outcome.content.contentHash] : [],
    );
    const owners = await urlsByContent(db.query, source.id, hashes);
    // A page that this run did not find will be removed: the file was moved, for example.
    const moved = new Set(await unknownInRun(db.query, run.id, [...owners.values()]));
    for (const [hash, url] of owners) if (moved.has(url)) owners.delete(hash);
    for (const page of pages) {
      if (page.outcome.state !== 'content') continue;
      const { contentHash } = page.outcome.content;
      const owner = owners.get(contentHash);
      if (owner === undefined) owners.set(contentHash, page.url);
      else if (owner !== page.url && !page.known)
        page.outcome = {
          state: 'skipped',
          reason: { code: 'duplicate', detail: owner },
          links: page.outcome.links,
        };
    }
  };

  const storeFile = async ({ agent }: Work, page: ReadPageResult): Promise<void> => {
    if (page.outcome.state !== 'content') return;
    const { name, bytes, isExtracted } = page.outcome.content;
    try {
      const stored = await files.store({
        workspaceId: agent.workspaceId,
        agent,
        name,
        mediaType: isExtracted ? extractedTextType : 'application/octet-stream',
        source: { bytes },
        isUnreferenced: true,
      });
      page.fileId = stored.id;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      page.outcome = {
        state: 'skipped',
        reason: { code: 'storage', detail: error.message },
        links: page.outcome.links,
      };
    }
  };

  const store = async (job: Work, pages: readonly ReadPageResult[]): Promise<void> => {
    const { source, run, agent } = job;
    const { linked, refused } = await linkedPages(
      db.query,
      { source, runId: run.id, reader: job.reader },
      pages,
    );
    await db.transaction(async (tx) => {
      const before = await countInRun(tx, run.id, {});
      if (!before || before.isCancelled) throw new RunStopped();
      // The change above holds the lock of the run.
      const waiting = await countWaiting(
        tx,
        run.id,
        pages.map((page) => page.url),
      );
      if (waiting < pages.length) throw new RunTaken();
      const counts = await recordPages.record(tx, { agent, source, runId: run.id }, pages);
      const room = Math.max(0, source.rules.maxPages - before.found);
      const found = await insertRunPages(tx, run.id, linked.slice(0, room));
      const mayReport = Math.max(0, mostRefused - before.skipped);
      const skipped = await insertRunPages(tx, run.id, refused.slice(0, mayReport));
      await countInRun(tx, run.id, {
        ...counts,
        found,
        skipped: (counts.skipped ?? 0) + skipped,
        beyondLimit: Math.max(0, linked.length - room),
      });
      faultPoint('sync-storing');
    });
    faultPoint('sync-stored');
  };

  /** Begins to read the next pages. Undefined if none is waiting. */
  const startReading = async (
    job: Work,
    inProgress: readonly ReadPageResult[],
  ): Promise<{ pages: Promise<ReadPageResult[]> } | undefined> => {
    const { source, run, reader } = job;
    reader.signal.throwIfAborted();
    const urls = new Set(inProgress.map(({ url }) => url));
    const found = await waitingPages(db.query, run.id, pagesAtOnce + urls.size);
    const waiting = found.filter(({ url }) => !urls.has(url)).slice(0, pagesAtOnce);
    if (waiting.length === 0) return undefined;
    const known = await knownPages(
      db.query,
      source.id,
      waiting.map((page) => page.url),
    );
    const wanted = waiting.map((page) => ({ ...page, known: known.get(page.url) }));
    const pages = reader
      .read(wanted)
      .then((outcomes) => wanted.map((page, at): ReadPageResult => ({ ...page, outcome: outcomes[at]! })));
    // Storing the pages before may fail first, and then nobody waits for these.
    pages.catch(() => {});
    return { pages };
  };

  const storeBatch = async (job: Work, pages: ReadPageResult[]): Promise<void> => {
    faultPoint('sync-fetched');
    await withoutDuplicates(job, pages);
    try {
      await inOrder(pages, storedAtOnce, (page) => storeFile(job, page));
      await store(job, pages);
    } catch (error) {
      await files.discard(pages.flatMap(({ fileId }) => fileId ?? []));
      throw error;
    }
  };

  /** Documents of pages that the rules no longer allow, or that are beyond the limit of pages. */
  const removeUnchecked = async ({ source, run, agent }: Work): Promise<void> => {
    const place = { sourceId: source.id, runId: run.id };
    const reason = isFileKind(source.kind) ? 'gone' : 'excluded';
    for (let isDone = false; !isDone; )
      await db.transaction(async (tx) => {
        if (!(await countInRun(tx, run.id, {}))) throw new RunStopped();
        const pages = await uncheckedPages(tx, place, removedAtOnce);
        isDone = pages.length < removedAtOnce;
        const counts = { removed: 0, missing: 0, skipped: 0 };
        for (const page of pages) {
          const state = await recordPages.removePage(tx, { agent, source, runId: run.id }, page);
          counts[state] += 1;
          if (await changeRefused(tx, run.id, page.url, state)) counts.skipped -= 1;
          else await insertRunPages(tx, run.id, [{ url: page.url, depth: 0, state, reason }]);
        }
        await countInRun(tx, run.id, counts);
        if (pages.length > 0) faultPoint('sync-removing');
      });
  };

  const endIn = async (
    tx: Handle,
    { agent, source, run }: Omit<Work, 'reader'>,
    status: 'completed' | 'failed' | 'cancelled',
    error: string | null,
  ): Promise<void> => {
    if (!(await changeRun(tx, run.id, { status, error, ended_at: clock.nowMs() }))) return;
    await deleteOldRuns(tx, source.id, keptRuns);
    const ended = await findRun(tx, source.id, run.id);
    if (ended) await onEnded(tx, { agent, source, run: ended });
    faultPoint('sync-ending');
  };

  const end = (
    job: Omit<Work, 'reader'>,
    context: JobContext,
    status: 'completed' | 'failed' | 'cancelled',
    error: string | null,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      await context.completeIn(tx);
      await endIn(tx, job, status, error);
    });

  const sync = async (job: Work): Promise<void> => {
    await changeRun(db.query, job.run.id, {
      status: 'running',
      started_at: job.run.startedAtMs ?? clock.nowMs(),
    });
    if (!job.run.isSeeded) await seed(job);
    for (let reading = await startReading(job, []); reading; ) {
      const pages = await reading.pages;
      // The next pages are read while these are stored.
      reading = await startReading(job, pages);
      await storeBatch(job, pages);
      // The pages may link to others.
      reading ??= await startReading(job, []);
    }
    await removeUnchecked(job);
  };

  /** Undefined if the source was deleted. */
  const findWork = async ({ sourceId, runId }: SyncJob): Promise<Omit<Work, 'reader'> | undefined> => {
    const source = await findAnySource(db.query, sourceId);
    const run = source && (await findRun(db.query, sourceId, runId));
    const agent = source && (await agents.find(source.agentId));
    return source && !source.isDeleting && run && agent ? { agent, source, run } : undefined;
  };

  const attempt = async (payload: SyncJob, context: JobContext): Promise<void> => {
    const job = await findWork(payload);
    if (!job) return;
    const { source } = job;
    if (job.run.isCancelled) return end(job, context, 'cancelled', null);
    const ended = new AbortController();
    const signal = AbortSignal.any([context.signal, ended.signal]);
    try {
      const credentials = await findCredentials(db.query, encryption, source.id);
      await sync({ ...job, reader: await openSource({ ...source, credentials }, signal) });
    } catch (error) {
      context.signal.throwIfAborted();
      if (error instanceof SourceError) {
        log.info({ sourceId: source.id, reason: error.message }, 'a source could not be read');
        return end(job, context, 'failed', error.message);
      }
      if (!(error instanceof RunStopped)) throw error;
      return end(job, context, 'cancelled', null);
    } finally {
      ended.abort();
    }
    await end(job, context, 'completed', null);
  };

  return {
    attempt,
    /** Every attempt failed. */
    giveUp: async (payload: SyncJob, error: string): Promise<void> => {
      const job = await findWork(payload);
      if (job) await db.transaction((tx) => endIn(tx, job, 'failed', error));
    },
  };
};
