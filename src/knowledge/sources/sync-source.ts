import type { Agent, Agents } from '../../agents/index.ts';
import type { Database, Handle } from '../../db/index.ts';
import type { Files } from '../../files/index.ts';
import type { JobContext } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import type { Log } from '../../lib/log.ts';
import type { SafeFetch } from '../../lib/safe-fetch/index.ts';
import { inOrder } from '../documents/in-order.ts';
import { extractedTextType } from '../ingest/read-document.ts';
import type { CrawlWork } from './crawl/crawl-work.ts';
import type { Discovered, DiscoverPages } from './crawl/discover-pages.ts';
import { type Crawl, openCrawl, SourceError } from './crawl/open-crawl.ts';
import type { ReadPage } from './crawl/read-page.ts';
import { knownPages, listKnownUrls, uncheckedPages, urlsByContent } from './page-store.ts';
import type { ReadPageResult, RecordPages } from './record-pages.ts';
import {
  changeRefused,
  changeRun,
  countInRun,
  countWaiting,
  deleteOldRuns,
  findRun,
  insertRunPages,
  type NewRunPage,
  unknownInRun,
  waitingPages,
} from './run-store.ts';
import { reasonText, type SkipCode, type Source, type SourceRun } from './source.ts';
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
  fetch: SafeFetch;
  work: CrawlWork;
  discoverPages: DiscoverPages;
  readPage: ReadPage;
  recordPages: RecordPages;
  onEnded: RunEnded;
}

/** Pages that are read and stored together. Twice as many are in memory: the next ones are read meanwhile. */
const pagesAtOnce = 15;
const readAtOnce = 8;
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
  const { db, clock, log, agents, files, fetch, work, discoverPages, readPage, recordPages, onEnded } =
    dependencies;

  interface Work {
    agent: Agent;
    source: Source;
    run: SourceRun;
    crawl: Crawl;
  }

  const skippedPage = (url: string, reason: string): NewRunPage => ({
    url,
    depth: 0,
    state: 'skipped',
    reason,
  });

  /** Known pages come first, because an unchanged page does not show its links. */
  const withKnown = async ({ source, crawl }: Work, found: Discovered): Promise<Discovered> => {
    const known = source.kind === 'page' ? [] : await listKnownUrls(db.query, source.id);
    const depths = new Map(known.map((page) => [page.url, page.depth]));
    const isAllowed = new Set<string>();
    const urls = [...depths.keys()];
    for (let at = 0; at < urls.length; at += 2000)
      for (const one of await crawl.select(urls.slice(at, at + 2000)))
        if (!one.refusal) isAllowed.add(one.url);
    const [start, ...others] = found.pages;
    const all = new Map([
      ...(start ? [[start.url, start.depth] as const] : []),
      ...urls.filter((url) => isAllowed.has(url)).map((url) => [url, depths.get(url)!] as const),
      ...others.filter((page) => !depths.has(page.url)).map((page) => [page.url, page.depth] as const),
    ]);
    const pages = [...all].map(([url, depth]) => ({ url, depth }));
    const limit = source.rules.maxPages;
    return {
      ...found,
      pages: pages.slice(0, limit),
      beyondLimit: found.beyondLimit + Math.max(0, pages.length - limit),
    };
  };

  const seed = async (job: Work): Promise<void> => {
    const found = await withKnown(job, await discoverPages(job.crawl));
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
      faultPoint('sync-seeding');
    });
  };

  /** The pages that these pages link to, as far as the rules allow. */
  const linkedPages = async (
    { source, run, crawl }: Work,
    pages: readonly ReadPageResult[],
  ): Promise<{ linked: NewRunPage[]; refused: NewRunPage[] }> => {
    const depths = new Map<string, number>();
    const { followLinks, maxDepth } = source.rules;
    for (const { depth, outcome } of pages) {
      if (outcome.state === 'gone') continue;
      const isRedirect = outcome.state === 'skipped' && outcome.reason.code === 'redirect';
      if (!isRedirect && (source.kind !== 'site' || !followLinks)) continue;
      // A redirect leads to the page itself, not to another one.
      const linkDepth = isRedirect ? depth : depth + 1;
      for (const url of outcome.links) depths.set(url, Math.min(linkDepth, depths.get(url) ?? linkDepth));
    }
    const selected = depths.size === 0 ? [] : await crawl.select([...depths.keys()]);
    const inside = selected.filter((one) => one.refusal !== 'outside');
    const unknown = new Set(
      await unknownInRun(
        db.query,
        run.id,
        inside.map((one) => one.url),
      ),
    );
    const linked: NewRunPage[] = [];
    const refused: NewRunPage[] = [];
    for (const { url, refusal } of inside) {
      if (!unknown.has(url)) continue;
      const depth = depths.get(url) ?? 1;
      const code: SkipCode | undefined = refusal
        ? (refusal as SkipCode)
        : depth > maxDepth
          ? 'too-deep'
          : undefined;
      if (code) refused.push(skippedPage(url, reasonText({ code, detail: '' })));
      else linked.push({ url, depth, state: 'waiting', reason: null });
    }
    return { linked, refused };
  };

  /** Two addresses of the same content make one document. */
  const withoutDuplicates = async (source: Source, pages: ReadPageResult[]): Promise<void> => {
    const hashes = pages.flatMap(({ outcome }) =>
      outcome.state === 'content' ? [outcome.content.contentHash] : [],
    );
    const owners = await urlsByContent(db.query, source.id, hashes);
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
    const { linked, refused } = await linkedPages(job, pages);
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
    const { source, run, crawl } = job;
    crawl.signal.throwIfAborted();
    const urls = new Set(inProgress.map(({ url }) => url));
    const found = await waitingPages(db.query, run.id, pagesAtOnce + urls.size);
    const waiting = found.filter(({ url }) => !urls.has(url)).slice(0, pagesAtOnce);
    if (waiting.length === 0) return undefined;
    const known = await knownPages(
      db.query,
      source.id,
      waiting.map((page) => page.url),
    );
    const pages = inOrder(waiting, readAtOnce, async (page): Promise<ReadPageResult> => {
      const own = known.get(page.url);
      return { ...page, known: own, outcome: await readPage(crawl, page.url, own) };
    });
    // Storing the pages before may fail first, and then nobody waits for these.
    pages.catch(() => {});
    return { pages };
  };

  const storeBatch = async (job: Work, pages: ReadPageResult[]): Promise<void> => {
    faultPoint('sync-fetched');
    await withoutDuplicates(job.source, pages);
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
          else await insertRunPages(tx, run.id, [{ url: page.url, depth: 0, state, reason: 'excluded' }]);
        }
        await countInRun(tx, run.id, counts);
        if (pages.length > 0) faultPoint('sync-removing');
      });
  };

  const endIn = async (
    tx: Handle,
    { agent, source, run }: Omit<Work, 'crawl'>,
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
    job: Omit<Work, 'crawl'>,
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
  const findWork = async ({ sourceId, runId }: SyncJob): Promise<Omit<Work, 'crawl'> | undefined> => {
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
      await sync({ ...job, crawl: openCrawl({ fetch, work }, source, signal) });
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
