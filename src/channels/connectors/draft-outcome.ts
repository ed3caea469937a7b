import type { SendOutcome } from './connector.ts';
import type { DraftOutcome } from './platform-drafts.ts';

/** What a call of a draft means for the next ones. `handle`: of its message, if the platform accepted it. */
export const draftOutcomeOf = (
  { error, isRateLimited, retryAfterMs, isFinal, isRefused }: SendOutcome,
  handle: string | undefined,
): DraftOutcome => {
  if (error === null && handle !== undefined) return { handle };
  if (isRateLimited) return { retryAfterMs: retryAfterMs ?? 1000 };
  return isFinal || isRefused ? { isOver: true } : {};
};
