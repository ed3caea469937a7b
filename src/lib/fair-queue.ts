import { AppError } from './errors.ts';
import { createFairRotation, type FairOwner } from './fair-rotation.ts';

export type { FairOwner } from './fair-rotation.ts';

export interface FairTask {
  owner: FairOwner;
  /** Background work: interactive tasks usually go first. */
  isBackground?: boolean;
  signal?: AbortSignal | undefined;
}

export interface Running {
  interactive: number;
  background: number;
}

interface FairQueueOptions {
  /** Maximum of running tasks. A function is called each time, with what is running. */
  concurrency: number | ((isBackground: boolean, running: Running) => number);
  /** Limit of waiting and running interactive tasks of one workspace. */
  maxPerWorkspace?: number;
}

interface Waiting {
  owner: FairOwner;
  isBackground: boolean;
  start(): void;
  refuse(error: unknown): void;
}

/** Work of the service itself, without a workspace or user. */
export const serviceOwner: FairOwner = { workspaceId: '', userId: '' };

/** While background tasks wait, every ninth start is one of them. */
const interactiveStartsPerBackground = 8;
const tooMuch = 'Too many tasks of this workspace are waiting; try again when some of them are finished';
const retryAfterSeconds = 10;

/**
 * Shares a scarce resource (worker processes, a model, an engine) fairly: by workspace, then by user, then by order
 * of arrival. A user with a hundred tasks delays another user by one task, not by a hundred.
 */
export const createFairQueue = ({ concurrency, maxPerWorkspace = 1000 }: FairQueueOptions) => {
  const interactive = createFairRotation<Waiting>();
  const background = createFairRotation<Waiting>();
  const running: Running = { interactive: 0, background: 0 };
  /** Number of waiting and running tasks by workspace. */
  const held = new Map<string, number>();
  let interactiveStarts = 0;
  let closedBecause: Error | undefined;

  const hasRoom = (isBackground: boolean): boolean => {
    const limit = typeof concurrency === 'number' ? concurrency : concurrency(isBackground, running);
    return running.interactive + running.background < limit;
  };

  const next = (): Waiting | undefined => {
    const canRunInteractive = interactive.size() > 0 && hasRoom(false);
    const canRunBackground = background.size() > 0 && hasRoom(true);
    const isBackgroundNext = interactiveStarts >= interactiveStartsPerBackground;
    if (canRunInteractive && !(canRunBackground && isBackgroundNext)) {
      interactiveStarts = background.size() > 0 ? interactiveStarts + 1 : 0;
      return interactive.take();
    }
    if (!canRunBackground) return undefined;
    interactiveStarts = 0;
    return background.take();
  };

  /** Starts tasks while there is room. Must also be called when `concurrency` would return more than before. */
  const serve = (): void => {
    for (let task = next(); task; task = next()) {
      running[task.isBackground ? 'background' : 'interactive'] += 1;
      task.start();
    }
  };

  const hold = (workspaceId: string, change: 1 | -1): void => {
    const count = (held.get(workspaceId) ?? 0) + change;
    if (count === 0) held.delete(workspaceId);
    else held.set(workspaceId, count);
  };

  const waitForSlot = (
    owner: FairOwner,
    isBackground: boolean,
    signal: AbortSignal | undefined,
  ): Promise<void> =>
    new Promise((resolve, reject) => {
      const rotation = isBackground ? background : interactive;
      const onAbort = (): void => {
        if (rotation.remove(owner, task)) reject(signal?.reason);
      };
      const settle = (finish: () => void): void => {
        signal?.removeEventListener('abort', onAbort);
        finish();
      };
      const task: Waiting = {
        owner,
        isBackground,
        start: () => settle(resolve),
        refuse: (error) => settle(() => reject(error)),
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      rotation.add(owner, task);
      serve();
    });

  return {
    serve,
    waiting: (): number => interactive.size() + background.size(),
    running: (): number => running.interactive + running.background,

    /** Rejects with `rateLimited` if the workspace has too many tasks, or with the reason of the signal on abort. */
    run: async <Result>(
      { owner, isBackground = false, signal }: FairTask,
      work: () => Promise<Result>,
    ): Promise<Result> => {
      if (closedBecause) throw closedBecause;
      signal?.throwIfAborted();
      const { workspaceId } = owner;
      if (!isBackground && (held.get(workspaceId) ?? 0) >= maxPerWorkspace)
        throw new AppError('rateLimited', tooMuch, { retryAfterSeconds });
      if (!isBackground) hold(workspaceId, 1);
      try {
        await waitForSlot(owner, isBackground, signal);
        try {
          return await work();
        } finally {
          running[isBackground ? 'background' : 'interactive'] -= 1;
        }
      } finally {
        if (!isBackground) hold(workspaceId, -1);
        serve();
      }
    },

    /** Rejects all waiting and later tasks. Running tasks continue. */
    close: (because: Error): void => {
      closedBecause = because;
      for (const rotation of [interactive, background])
        for (let task = rotation.take(); task; task = rotation.take()) task.refuse(because);
    },
  };
};

export type FairQueue = ReturnType<typeof createFairQueue>;
