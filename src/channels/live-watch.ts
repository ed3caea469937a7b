import type { Agent } from '../agents/index.ts';
import { sha256 } from '../auth/index.ts';
import type { Database } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { type LiveState, liveTokens, readStates } from './live-store.ts';
import type { Visitor } from './visitor.ts';
import { isAdmitted } from './visitor-access.ts';
import type { WaitingQueue } from './waiting-queue/waiting-queue.ts';

interface Watcher {
  visitor: Visitor;
  conversationId: string;
  tokenSha256: string;
  onState(state: LiveState): void;
  /** The token ended, the channel was disabled, the conversation is gone, or the service stops. */
  onEnd(): void;
}

interface LiveWatchDependencies {
  db: Database;
  clock: Clock;
  agents: { find(id: string): Promise<Agent | undefined> };
  queue: Pick<WaitingQueue, 'placeOf'>;
  onError(error: unknown): void;
  pollMs?: number;
}

/**
 * Reports the progress of conversations to open pages. The database is read once a second
 * for all pages of this process together. Changes in this process are reported at once.
 */
export const createLiveWatch = ({
  db,
  clock,
  agents,
  queue,
  onError,
  pollMs = 1000,
}: LiveWatchDependencies) => {
  const watchers = new Set<Watcher>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  const end = (watcher: Watcher): void => {
    if (watchers.delete(watcher)) watcher.onEnd();
  };

  const notify = async (some: readonly Watcher[]): Promise<void> => {
    const ids = [...new Set(some.map(({ conversationId }) => conversationId))];
    const states = new Map(
      (await readStates(db.query, ids, clock.nowMs())).map((state) => [state.conversationId, state] as const),
    );
    for (const watcher of some) {
      const state = states.get(watcher.conversationId);
      const place = state?.waiting && (await queue.placeOf(state.waiting));
      if (!watchers.has(watcher)) continue;
      if (state) watcher.onState({ ...state, queue: place });
      else end(watcher);
    }
  };

  const dismiss = async (some: readonly Watcher[]): Promise<void> => {
    const tokens = await liveTokens(
      db.query,
      some.map(({ tokenSha256 }) => tokenSha256),
      clock.nowMs(),
    );
    for (const watcher of some) {
      const agent = await agents.find(watcher.visitor.agentId);
      if (!tokens.has(watcher.tokenSha256) || !agent || !isAdmitted(agent, watcher.visitor)) end(watcher);
    }
  };

  const look = async (): Promise<void> => {
    // A slow database is not queried again before it has answered.
    if (isLooking) return;
    isLooking = true;
    try {
      await dismiss([...watchers]);
      await notify([...watchers]);
    } catch (error) {
      onError(error);
    } finally {
      isLooking = false;
    }
  };

  return {
    /** Starts with the current state. Returns a function that unsubscribes. */
    watch: (watcher: Omit<Watcher, 'tokenSha256'> & { token: string }): (() => void) => {
      const entry: Watcher = { ...watcher, tokenSha256: sha256(watcher.token) };
      watchers.add(entry);
      timer ??= setInterval(() => void look(), pollMs).unref();
      notify([entry]).catch(onError);
      return () => {
        watchers.delete(entry);
        if (watchers.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    /** Something changed in this process: checks at once. */
    signal: (conversationId: string): void => {
      const some = [...watchers].filter((watcher) => watcher.conversationId === conversationId);
      if (some.length > 0) notify(some).catch(onError);
    },
    /** The browser has another user now: streams of the previous user end. */
    recheck: (browserSha256: string): void => {
      const some = [...watchers].filter(({ visitor }) => visitor.browserSha256 === browserSha256);
      if (some.length > 0) dismiss(some).catch(onError);
    },
    countOf: (visitorId: string): number =>
      [...watchers].filter(({ visitor }) => visitor.id === visitorId).length,
    close: (): void => {
      clearInterval(timer);
      timer = undefined;
      for (const watcher of Array.from(watchers)) end(watcher);
    },
  };
};
