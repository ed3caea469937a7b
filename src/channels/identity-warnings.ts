import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';

const pauseMs = 60_000;
const maxAgents = 1000;

/**
 * Logs a user_hash that does not verify its user: usually the site signs with the wrong secret. At most once per minute
 * and agent, because any visitor can send a wrong one. The user_id is not logged.
 */
export const createIdentityWarnings = ({ log, clock }: { log: Log; clock: Clock }) => {
  const warnedAtMs = new Map<string, number>();

  const warn = (agentId: string, problem: string): void => {
    const nowMs = clock.nowMs();
    if (nowMs < (warnedAtMs.get(agentId) ?? Number.NEGATIVE_INFINITY) + pauseMs) return;
    // Deleted first, so that the order of the map is the order of the warnings.
    warnedAtMs.delete(agentId);
    warnedAtMs.set(agentId, nowMs);
    if (warnedAtMs.size > maxAgents) warnedAtMs.delete(warnedAtMs.keys().next().value!);
    log.warn({ agentId, problem }, 'a chat page sent a user_hash that does not verify its user');
  };

  return {
    warn,
    /** For an error of an identification that gave a user_hash. */
    warnOfError: (agentId: string, error: unknown): void => {
      if (error instanceof AppError && error.message.startsWith('user_hash:')) warn(agentId, error.message);
    },
  };
};
