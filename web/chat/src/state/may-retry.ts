import type { EntryError } from './entries.ts';

/** Unreachable, rate limit, error of the service. Other codes refuse the message itself, the agent or the credits. */
const passingCodes = new Set([0, 40008, 50000]);

/** Whether the same message may succeed later. Without an error, the reply was stopped or is empty. */
export const mayRetry = (error: EntryError | null): boolean => error === null || passingCodes.has(error.code);
