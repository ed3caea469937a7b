import type { Agent } from '../../agents/index.ts';
import type { Database, Handle } from '../../db/index.ts';
import type { Encryption } from '../../encryption/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { nextTimeMs, requireSchedule } from '../../lib/schedule.ts';
import { requireBase } from '../documents/knowledge-base-store.ts';
import { findCredentials, saveCredentials, sourcesWithCredentials } from './credential-store.ts';
import { changeRun, findRun, listRunPages, listRuns, newestRuns } from './run-store.ts';
import {
  parseReason,
  type RunPageState,
  type Source,
  type SourceConnection,
  type SourceCredentials,
  type SourceKind,
  type SourceRemoval,
  type SourceRules,
  type SourceRun,
} from './source.ts';
import {
  countDocumentsOfSources,
  countSources,
  findSource,
  insertSource,
  listSources,
  updateSource,
} from './source-store.ts';
import { requireSourceUrl } from './source-url.ts';
import { startRun } from './start-run.ts';
import type { SyncSchedule } from './sync-schedule.ts';

export interface SourceSettings {
  name: string;
  url: string;
  connection: SourceConnection;
  rules: SourceRules;
  chunkTokens: number;
  removal: SourceRemoval;
  graceDays: number;
  keepsEdits: boolean;
  schedule: string;
}

export interface NewSource extends SourceSettings {
  kind: SourceKind;
  knowledgeBaseId: string | undefined;
  credentials?: SourceCredentials | undefined;
  creator: { id: string; email: string };
}

interface Page {
  offset: number;
  limit: number;
}

interface ManageDependencies {
  db: Database;
  clock: Clock;
  jobs: Jobs;
  encryption: Encryption;
  schedule: SyncSchedule;
  folders: readonly string[];
}

/** Sources of an agent. Each one has its own schedule job. */
const mostSources = 200;

const isSameServer = (one: string, other: string): boolean => new URL(one).origin === new URL(other).origin;

const columnsOf = ({
  name,
  url,
  connection,
  rules,
  chunkTokens,
  removal,
  graceDays,
  keepsEdits,
  schedule,
}: SourceSettings) => ({
  name,
  url,
  connection: JSON.stringify(connection),
  rules: JSON.stringify(rules),
  chunk_tokens: chunkTokens,
  removal,
  grace_days: graceDays,
  keeps_edits: keepsEdits ? 1 : 0,
  schedule,
});

/** Management of sources by operators. */
export const createManageSources = ({
  db,
  clock,
  jobs,
  encryption,
  schedule,
  folders,
}: ManageDependencies) => {
  const require = async (agent: Agent, id: string): Promise<Source> => {
    const source = await findSource(db.query, agent.id, id);
    if (!source) throw new AppError('notFound', 'There is no such source');
    return source;
  };

  const requireRun = async (source: Source, id: string): Promise<SourceRun> => {
    const run = await findRun(db.query, source.id, id);
    if (!run) throw new AppError('notFound', 'There is no such sync');
    return run;
  };

  return {
    /** Folders of the server that sources may read. */
    folders,
    /** The URL as it is stored. Throws if a source of the kind cannot have it. */
    requireUrl: (kind: SourceKind, text: string): string => requireSourceUrl(kind, text, folders),
    require,
    requireRun,
    list: async (agent: Agent, page: Page) => {
      const found = await listSources(db.query, agent.id, page);
      const ids = found.sources.map((source) => source.id);
      const runs = await newestRuns(db.query, ids);
      const documents = await countDocumentsOfSources(db.query, ids);
      const withCredentials = await sourcesWithCredentials(db.query, ids);
      const sources = found.sources.map((source) => ({
        source,
        run: runs.get(source.id),
        documents: documents.get(source.id) ?? 0,
        hasCredentials: withCredentials.has(source.id),
      }));
      return { sources, total: found.total };
    },
    figures: async (source: Source) => ({
      source,
      run: (await newestRuns(db.query, [source.id])).get(source.id),
      documents: (await countDocumentsOfSources(db.query, [source.id])).get(source.id) ?? 0,
      hasCredentials: (await sourcesWithCredentials(db.query, [source.id])).has(source.id),
    }),
    /** The stored credentials, for a preview at the same server. */
    credentialsFor: async (source: Source, url: string): Promise<SourceCredentials | undefined> =>
      isSameServer(source.url, url) ? findCredentials(db.query, encryption, source.id) : undefined,
    runs: (source: Source, page: Page) => listRuns(db.query, source.id, page),
    pages: async (run: SourceRun, state: RunPageState | undefined, page: Page) => {
      const found = await listRunPages(db.query, run.id, state, page);
      return {
        total: found.total,
        pages: found.pages.map((one) => ({ ...one, reason: parseReason(one.reason) })),
      };
    },

    create: async (tx: Handle, agent: Agent, input: NewSource): Promise<Source> => {
      const nowMs = clock.nowMs();
      requireSchedule(input.schedule, nowMs);
      const base = await requireBase(tx, agent.id, input.knowledgeBaseId);
      if ((await countSources(tx, agent.id)) >= mostSources)
        throw new AppError('conflict', `An agent can have at most ${mostSources} sources`);
      const id = newId(nowMs);
      await insertSource(tx, {
        ...columnsOf(input),
        id,
        workspace_id: agent.workspaceId,
        agent_id: agent.id,
        knowledge_base_id: base.id,
        kind: input.kind,
        next_sync_at: nextTimeMs(input.schedule, nowMs),
        is_deleting: 0,
        creator_id: input.creator.id,
        creator_email: input.creator.email,
        created_at: nowMs,
        updated_at: nowMs,
      });
      await saveCredentials(tx, encryption, id, input.credentials);
      const source = (await findSource(tx, agent.id, id))!;
      await schedule.follow(tx, source);
      return source;
    },

    /** Credentials: undefined keeps them, null removes them. */
    change: async (
      tx: Handle,
      source: Source,
      settings: SourceSettings,
      credentials?: SourceCredentials | null,
    ): Promise<Source> => {
      // Otherwise an operator could send the credentials of somebody else to a server of their own.
      if (
        credentials === undefined &&
        !isSameServer(source.url, settings.url) &&
        (await findCredentials(tx, encryption, source.id))
      )
        throw new AppError(
          'invalidParameter',
          'credentials must be given again, because url names another server',
        );
      if (credentials !== undefined)
        await saveCredentials(tx, encryption, source.id, credentials ?? undefined);
      const nowMs = clock.nowMs();
      const isRescheduled = settings.schedule !== source.schedule;
      if (isRescheduled) requireSchedule(settings.schedule, nowMs);
      await updateSource(tx, source.id, {
        ...columnsOf(settings),
        updated_at: nowMs,
        ...(isRescheduled ? { next_sync_at: nextTimeMs(settings.schedule, nowMs) } : {}),
      });
      const changed = (await findSource(tx, source.agentId, source.id))!;
      if (isRescheduled) await schedule.follow(tx, changed);
      return changed;
    },

    /** Throws if a run is active or the source is being deleted. */
    sync: async (tx: Handle, source: Source): Promise<SourceRun> => {
      if (source.isDeleting) throw new AppError('conflict', 'The source is being deleted');
      const run = await startRun(tx, jobs, { source, startedBy: 'operator', nowMs: clock.nowMs() });
      if (!run) throw new AppError('conflict', 'The source is being synchronised already');
      return run;
    },

    /** The run ends after the pages that are being read. False if it has ended. */
    cancel: (tx: Handle, run: SourceRun): Promise<boolean> => changeRun(tx, run.id, { is_cancelled: 1 }),
  };
};
