import { AppError } from '../../lib/errors.ts';
import type { FairOwner } from '../../lib/fair-queue.ts';

/** Two full messages, so that a second message right after the first is accepted. */
const mostOfVisitor = 18;
const retryAfterSeconds = 15;

/**
 * Files of messages that arrive or are being answered, by visitor. An anonymous visitor cannot queue more than two
 * messages full of files. Callers of the API have a key: they are not limited here, but share the workers fairly.
 */
export const createPendingFiles = (most = mostOfVisitor) => {
  const pending = new Map<string, number>();

  const change = (key: string, by: number): void => {
    const count = (pending.get(key) ?? 0) + by;
    if (count === 0) pending.delete(key);
    else pending.set(key, count);
  };

  /** Call it before anything is fetched or stored. Returns a function that releases the places, once. */
  return ({ workspaceId, userId }: FairOwner, count: number): (() => void) => {
    if (count === 0 || !userId.startsWith('visitor:')) return () => {};
    const key = `${workspaceId} ${userId}`;
    const before = pending.get(key) ?? 0;
    // The first message is never rejected, however many files it has.
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
