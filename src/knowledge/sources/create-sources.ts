import type { Agents } from '../../agents/index.ts';
import type { Database } from '../../db/index.ts';
import type { Encryption } from '../../encryption/index.ts';
import type { Files } from '../../files/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { SafeFetch } from '../../lib/safe-fetch/index.ts';
import { createRemoveDocuments } from '../documents/remove-documents.ts';
import { leaseMs, withHeartbeat } from '../ingest/with-heartbeat.ts';
import type { CrawlWork } from './crawl/crawl-work.ts';
import { createDiscoverPages } from './crawl/discover-pages.ts';
import { createFetchPage } from './crawl/fetch-page.ts';
import { createHostTurns } from './crawl/host-turns.ts';
import { createOpenWebSource } from './crawl/open-web-source.ts';
import { createReadPage } from './crawl/read-page.ts';
import { defineSourceDeletion } from './delete-sources.ts';
import { createDiscoverFiles } from './files/discover-files.ts';
import { createOpenGitStore } from './files/git/open-git-store.ts';
import { createOpenFileSource } from './files/open-file-source.ts';
import { createOpenS3Store } from './files/s3/open-s3-store.ts';
import { createManageSources } from './manage-sources.ts';
import { createOpenSource } from './open-source.ts';
import { createPreviewSource } from './preview-source.ts';
import { createReadContent } from './read-content.ts';
import { createRecordPages } from './record-pages.ts';
import { syncQueue } from './start-run.ts';
import { defineSyncSchedule } from './sync-schedule.ts';
import { createSyncSource, type RunEnded, type SyncJob } from './sync-source.ts';

interface SourcesDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  jobs: Jobs;
  agents: Pick<Agents, 'find'>;
  files: Files;
  fetch: SafeFetch;
  encryption: Encryption;
  /** Folders of the server that sources may read. */
  sourceFolders: readonly string[];
  /** Interprets content of other servers outside the event loop. */
  work: CrawlWork;
}

/** Runs in this process. They mostly wait for other servers. */
const concurrency = 4;
const concurrencyOfAgent = 2;
const retryDelaysMs = [5_000, 30_000, 120_000, 600_000];
const givenUp = 'The sync failed several times. The log of the service has the reason';

/** Web content and files that become documents and are kept up to date. Must be created before the jobs start. */
export const createSources = (dependencies: SourcesDependencies) => {
  const { db, clock, log, jobs, agents, files, fetch, encryption, sourceFolders, work } = dependencies;
  const fetchPage = createFetchPage({ fetch, clock, turns: createHostTurns() });
  const discoverPages = createDiscoverPages({ fetch, fetchPage, work });
  const readContent = createReadContent({ work });
  const openSource = createOpenSource({
    openWebSource: createOpenWebSource({
      fetch,
      work,
      discoverPages,
      readPage: createReadPage({ fetchPage, readContent }),
    }),
    openFileSource: createOpenFileSource({ discoverFiles: createDiscoverFiles({ work }), readContent }),
    openS3Store: createOpenS3Store({ fetch, work, clock }),
    openGitStore: createOpenGitStore({ fetch, work }),
    folders: sourceFolders,
  });
  const { removeIn } = createRemoveDocuments({ db, jobs });
  const listeners: RunEnded[] = [];
  const sync = createSyncSource({
    db,
    clock,
    log,
    agents,
    files,
    encryption,
    openSource,
    recordPages: createRecordPages({ clock, jobs, files, removeIn }),
    onEnded: async (tx, ended) => {
      for (const listener of listeners) await listener(tx, ended);
    },
  });
  const schedule = defineSyncSchedule({ db, clock, jobs });
  const deletion = defineSourceDeletion({ db, clock, jobs, agents });

  jobs.define<SyncJob>(syncQueue, withHeartbeat(sync.attempt), {
    concurrency,
    groupConcurrency: () => concurrencyOfAgent,
    leaseMs,
    maxAttempts: retryDelaysMs.length + 1,
    retryDelayMs: (failures) => retryDelaysMs[failures - 1] ?? 600_000,
    onGivenUp: (job) => sync.giveUp(job, givenUp),
  });

  return {
    ...deletion,
    ...createManageSources({ db, clock, jobs, encryption, schedule, folders: sourceFolders }),
    preview: createPreviewSource({ openSource }),
    /** Called in the transaction that ends a run. Must be set before the jobs start. */
    onRunEnded: (listener: RunEnded): void => void listeners.push(listener),
  };
};
