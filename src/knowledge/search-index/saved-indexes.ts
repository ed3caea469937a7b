import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { Thread } from '../../lib/thread/thread.ts';
import { unfinishedSuffix } from './index-file.ts';
import type { SearchHandlers } from './search-thread.ts';

interface SavedIndexesDependencies {
  thread: Thread<SearchHandlers>;
  log: Log;
  clock: Clock;
  folder: string;
  /** Delay between a change and saving. Changes meanwhile are saved with it. */
  delayMs?: number;
}

/** Smaller indexes are read from the database about as fast. */
const savedAbove = 2000;
/** Long, because each save writes the whole index, however little has changed. */
const usualDelayMs = 5 * 60_000;
const abandonedAfterMs = 60 * 60_000;
const suffix = '.index';

/**
 * Indexes as files beside the database, so that the first search after a start waits for one read instead of
 * one row per chunk. They contain only data of the database, and parts that no longer agree with it are dropped
 * on reading: losing the files costs only time.
 */
export const createSavedIndexes = ({
  thread,
  log,
  clock,
  folder,
  delayMs = usualDelayMs,
}: SavedIndexesDependencies) => {
  const timers = new Map<string, NodeJS.Timeout>();
  let isClosed = false;
  const pathOf = (agentId: string): string => join(folder, `${agentId}${suffix}`);

  /** False if the index changed meanwhile or was dropped. */
  const save = async (agentId: string): Promise<boolean> => {
    for (;;) {
      const state = await thread.call('saveSome', { agentId, path: pathOf(agentId) });
      if (state !== 'unfinished') return state === 'saved';
    }
  };

  const saveSoon = (agentId: string): void => {
    if (timers.has(agentId) || isClosed) return;
    const timer = setTimeout(() => {
      timers.delete(agentId);
      save(agentId).then(
        (isSaved) => {
          if (!isSaved) saveSoon(agentId);
        },
        (error) => {
          if (!isClosed) log.warn({ agentId, error }, 'the search index of an agent could not be saved');
        },
      );
    }, delayMs);
    timer.unref();
    timers.set(agentId, timer);
  };

  return {
    save,
    /** Called after a change of an index. */
    changed: (agentId: string, chunkCount: number): void => {
      if (chunkCount > savedAbove) saveSoon(agentId);
    },
    /** Whether there is a file. Its contents must then be compared with the database. */
    restore: async (agentId: string): Promise<boolean> =>
      thread.call('restore', { agentId, path: pathOf(agentId) }),
    /** Removes the files of all other agents, and unfinished files of killed processes. */
    keepOnly: async (agentIds: ReadonlySet<string>): Promise<void> => {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name);
        const isLeft =
          name.endsWith(unfinishedSuffix) && (await stat(path)).mtimeMs < clock.nowMs() - abandonedAfterMs;
        if (isLeft || !agentIds.has(name.split('.')[0]!)) await rm(path, { force: true });
      }
    },
    close: (): void => {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
};

export type SavedIndexes = ReturnType<typeof createSavedIndexes>;
