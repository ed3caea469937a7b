import type { Database } from '../../db/index.ts';
import type { HumanSessionRow } from '../human-session.ts';
import { type InboxTotals, listChangedSessions, readInboxTotals } from './inbox-store.ts';

/** Changed sessions of a workspace, and the sizes of its queues. */
export interface InboxNews {
  sessions: readonly HumanSessionRow[];
  totals: InboxTotals;
}

type Listener = (news: InboxNews) => void;

interface WatchedWorkspace {
  listeners: Set<Listener>;
  /** Sessions to report, by ID. */
  changed: Map<string, HumanSessionRow>;
  /** Reported versions of sessions that changed recently. */
  reported: Map<string, { version: number; changedAtMs: number }>;
  timer: NodeJS.Timeout | undefined;
}

interface FeedDependencies {
  db: Database;
  nowMs: () => number;
  onError: (error: unknown) => void;
}

/** Changes within this time are reported together, because each report counts the queues. */
const batchMs = 40;
/** How often changes of other processes are read. */
const pollMs = 1000;
/** A change of another process is found although its transaction took a while, or its clock differs a little. */
const overlapMs = 5000;
const mostAtOnce = 1000;

/**
 * Reports changed inbox sessions to the operators of a workspace. Changes of this process are reported at once, those of
 * others are read from the database. One reader per workspace serves all operators.
 */
export const createInboxFeed = ({ db, nowMs, onError }: FeedDependencies) => {
  const workspaces = new Map<string, WatchedWorkspace>();
  let poll: NodeJS.Timeout | undefined;

  const report = async (workspaceId: string, watched: WatchedWorkspace): Promise<void> => {
    watched.timer = undefined;
    const sessions = [...watched.changed.values()];
    watched.changed.clear();
    const totals = await readInboxTotals(db.query, { workspaceId, nowMs: nowMs() });
    const news = { sessions, totals };
    for (const listener of watched.listeners) listener(news);
  };

  const add = (workspaceId: string, watched: WatchedWorkspace, session: HumanSessionRow): void => {
    const { id, version, changed_at: changedAtMs } = session;
    if ((watched.reported.get(id)?.version ?? 0) >= version) return;
    watched.reported.set(id, { version, changedAtMs });
    watched.changed.set(id, session);
    watched.timer ??= setTimeout(() => void report(workspaceId, watched).catch(onError), batchMs).unref();
  };

  const readOthers = async (): Promise<void> => {
    const sinceMs = nowMs() - overlapMs;
    for (const [workspaceId, watched] of workspaces) {
      const found = await listChangedSessions(db.query, { workspaceId, sinceMs, limit: mostAtOnce });
      for (const session of found) add(workspaceId, watched, session);
      for (const [id, { changedAtMs }] of watched.reported)
        if (changedAtMs < sinceMs - overlapMs) watched.reported.delete(id);
    }
  };

  let isReading = false;
  const look = async (): Promise<void> => {
    // A slow database is not queried again before it has answered.
    if (isReading) return;
    isReading = true;
    await readOthers().catch(onError);
    isReading = false;
  };

  return {
    /** A session changed in this process. */
    signal: (session: HumanSessionRow): void => {
      const watched = session.backend === 'inbox' ? workspaces.get(session.workspace_id) : undefined;
      if (watched) add(session.workspace_id, watched, session);
    },
    /** Returns a function that unsubscribes. */
    watch: (workspaceId: string, listener: Listener): (() => void) => {
      const watched: WatchedWorkspace = workspaces.get(workspaceId) ?? {
        listeners: new Set(),
        changed: new Map(),
        reported: new Map(),
        timer: undefined,
      };
      workspaces.set(workspaceId, watched);
      watched.listeners.add(listener);
      poll ??= setInterval(() => void look(), pollMs).unref();
      return () => {
        watched.listeners.delete(listener);
        if (watched.listeners.size > 0) return;
        clearTimeout(watched.timer);
        workspaces.delete(workspaceId);
        if (workspaces.size > 0) return;
        clearInterval(poll);
        poll = undefined;
      };
    },
  };
};
