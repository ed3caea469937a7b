import { homedir } from 'node:os';
import { join } from 'node:path';

/** What a group of tests needs: there it is, or the reason why it cannot be had on this machine. */
export type Provision<Value> = { available: true; value: Value } | { available: false; reason: string };

export function unavailable(reason: string): { available: false; reason: string } {
  return { available: false, reason };
}

/** Outside the checkout, so that a clean clone on the same machine finds what an earlier one built. */
export function cacheFolder(environment: NodeJS.ProcessEnv): string {
  return join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'frontdesk');
}
