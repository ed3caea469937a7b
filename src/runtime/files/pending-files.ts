import { AppError } from '../../lib/errors.ts';
import type { FairOwner } from '../../lib/fair-queue.ts';

/** Two whole messages: whoever sends one and another right after it is not refused. */
const mostOfVisitor = 18;
const retryAfterSeconds = 15;

/**
 * Files of messages that arrive or are being answered, by visitor. An anonymous visitor cannot queue up more than two
 * messages full of files. Callers of the API have a key: they are not limited here, they only take turns.
 */
export const createPendingFiles = (most = mostOfVisitor) => {
  const pending = new Map<string, number>();

  const change = (key: string, by: number): void => {
    const count = (pending.get(key) ?? 0) + by;
    if (count === 0) pending.delete(key);
    else pending.set(key, count);
  };

  /** To be called before anything is fetched or stored. Returns what gives the places back, once. */
  return ({ workspaceId, userId }: FairOwner, count: number): (() => void) => {
    if (count === 0 || !userId.startsWith('visitor:')) return () => {};
    const key = `${workspaceId} ${userId}`;
    const before = pending.get(key) ?? 0;
    // The first message is never refused, however many files it has.
    if (before > 0 && before + count > most)
      throw new AppError(
        'rateLimited',
        `Too many files: ${before} files of earlier messages are still being read, and a visitor may have ${most}; wait for the reply`,
        { retryAfterSeconds },
      );
    change(key, count);
    let isHeld = true;
    return () => {
      if (isHeld) change(key, -count);
      isHeld = false;
    };
  };
};

export type PendingFiles = ReturnType<typeof createPendingFiles>;
