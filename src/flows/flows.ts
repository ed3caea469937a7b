import { afterCommit, type Database, type Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { createShortLivedCache } from '../lib/short-lived-cache.ts';
import { checkGraph } from './check-graph.ts';
import type { FlowGraph } from './flow-graph.ts';
import { describeProblem, type FlowProblem } from './flow-problem.ts';
import { isSameFlow } from './is-same-flow.ts';
import { findPauseBefore } from './pause-store.ts';
import { readDraft } from './read-draft.ts';
import {
  findFlow,
  findPublished,
  findVersion,
  insertVersion,
  listVersions,
  newestVersion,
  pointTo,
  saveDraft,
} from './store.ts';

export interface PublishedFlow {
  version: number;
  graph: FlowGraph;
}

export interface Flow {
  draft: FlowGraph;
  revision: number;
  publishedVersion: number | null;
  /** When the version in use was published. */
  publishedAtMs: number | null;
  /** Whether publishing the draft would change what users get. False if nothing is published. */
  isChanged: boolean;
  updatedAtMs: number;
}

/** As for agents: maximum delay until another process's publication is used. In this process it is used at once. */
const keepMs = 1000;
const maxCached = 10_000;
/** In one error message. */
const mostProblems = 50;

/** The graph with its defaults, or all problems. */
export const checkFlow = (value: unknown): { graph: FlowGraph } | { problems: FlowProblem[] } => {
  const read = readDraft(value);
  if ('problems' in read) return read;
  const problems = checkGraph(read.graph);
  return problems.length > 0 ? { problems } : read;
};

/** The error for a flow with problems. */
export const flowError = (problems: readonly FlowProblem[]): AppError => {
  const texts = problems.slice(0, mostProblems).map(describeProblem);
  const left = problems.length - texts.length;
  return new AppError(
    'invalidParameter',
    [...texts, ...(left > 0 ? [`and ${left} more problems`] : [])].join('; '),
  );
};

const requireGraph = (checked: ReturnType<typeof checkFlow>): FlowGraph => {
  if ('graph' in checked) return checked.graph;
  throw flowError(checked.problems);
};

const conflict = (): AppError =>
  new AppError('conflict', 'The flow was changed by someone else; read it again and repeat your change');

/** Drafts and published versions of flow agents' graphs. */
export const createFlows = ({ db, clock }: { db: Database; clock: Clock }) => {
  /** Without a flow: none is published. That is cached too. */
  const cache = createShortLivedCache<{ flow: PublishedFlow | undefined }>({
    clock,
    keepMs,
    maxEntries: maxCached,
  });

  const read = async (handle: Handle, agentId: string): Promise<Flow | undefined> => {
    const row = await findFlow(handle, agentId);
    if (!row) return undefined;
    const version =
      row.published_version === null ? undefined : await findVersion(handle, agentId, row.published_version);
    return {
      draft: JSON.parse(row.draft),
      revision: row.revision,
      publishedVersion: row.published_version,
      publishedAtMs: version?.created_at ?? null,
      isChanged: version !== undefined && !isSameFlow(row.draft, version.graph),
      updatedAtMs: row.updated_at,
    };
  };

  const requireFlow = async (handle: Handle, agentId: string): Promise<Flow> => {
    const flow = await read(handle, agentId);
    if (!flow) throw new AppError('notFound', 'The agent has no flow yet');
    return flow;
  };

  const requireVersion = async (handle: Handle, agentId: string, version: number) => {
    const row = await findVersion(handle, agentId, version);
    if (!row) throw new AppError('notFound', `The flow has no version ${version}`);
    return { version: row.version, graph: JSON.parse(row.graph) as FlowGraph };
  };

  const published = async (agentId: string): Promise<PublishedFlow | undefined> => {
    const found = await cache.get(agentId, async (last) => {
      const row = await findPublished(db.query, agentId);
      // An unchanged version keeps its object, because data derived from a graph is cached by the graph.
      if (last && last.flow?.version === row?.version) return last;
      return { flow: row && { ...row, graph: JSON.parse(row.graph) } };
    });
    return found?.flow;
  };

  /** Calls use the version after the commit. */
  const useVersion = async (tx: Handle, change: Parameters<typeof pointTo>[1]): Promise<void> => {
    if (!(await pointTo(tx, change))) throw conflict();
    afterCommit(tx, () => cache.forget(change.agentId));
  };

  return {
    find: (agentId: string): Promise<Flow | undefined> => read(db.query, agentId),
    findIn: (tx: Handle, agentId: string): Promise<Flow | undefined> => read(tx, agentId),
    /** The version that calls use. */
    published,
    version: (agentId: string, version: number) => requireVersion(db.query, agentId, version),
    /** The state that a flow stored when it asked the user, if the round continues it. */
    pauseBefore: (place: { conversationId: string; sequence: number }) => findPauseBefore(db.query, place),
    versions: (agentId: string, page: { offset: number; limit: number }) =>
      listVersions(db.query, agentId, page),

    /**
     * Stores a draft, which may have problems. A graph that cannot be read is refused.
     * `revision`: the one that was read before the change. 0 if there was none.
     */
    save: async (
      tx: Handle,
      { agentId, revision, graph }: { agentId: string; revision: number; graph: unknown },
    ): Promise<Flow> => {
      const draft = requireGraph(readDraft(graph));
      const nowMs = clock.nowMs();
      const saved = await saveDraft(tx, {
        agentId,
        draft: JSON.stringify(draft),
        revision: revision + 1,
        nowMs,
      });
      if (!saved) throw conflict();
      return requireFlow(tx, agentId);
    },

    /** Makes the draft a version that calls use. */
    publish: async (
      tx: Handle,
      { agentId, revision, note, by }: { agentId: string; revision: number; note: string; by: string },
    ): Promise<{ version: number; before: number | null }> => {
      const flow = await requireFlow(tx, agentId);
      if (flow.revision !== revision) throw conflict();
      const graph = requireGraph(checkFlow(flow.draft));
      const version = (await newestVersion(tx, agentId)) + 1;
      await insertVersion(tx, {
        agent_id: agentId,
        version,
        graph: JSON.stringify(graph),
        note,
        created_by: by,
        created_at: clock.nowMs(),
      });
      await useVersion(tx, { agentId, from: flow.publishedVersion, to: version });
      return { version, before: flow.publishedVersion };
    },

    /** Makes an earlier version current again. The draft does not change. */
    rollBack: async (
      tx: Handle,
      { agentId, version }: { agentId: string; version: number },
    ): Promise<{ before: number | null }> => {
      const flow = await requireFlow(tx, agentId);
      await requireVersion(tx, agentId, version);
      await useVersion(tx, { agentId, from: flow.publishedVersion, to: version });
      return { before: flow.publishedVersion };
    },
  };
};

export type Flows = ReturnType<typeof createFlows>;
