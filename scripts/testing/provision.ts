import { homedir } from 'node:os';
import { join } from 'node:path';

/** What a group of tests needs, or the reason why this machine cannot provide it. */
export type Provision<Value> = { available: true; value: Value } | { available: false; reason: string };

export function unavailable(reason: string): { available: false; reason: string } {
  return { available: false, reason };
}

/** Outside the checkout, so that another clone on the same machine can reuse it. */
export function cacheFolder(environment: NodeJS.ProcessEnv): string {
  return join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'frontdesk');
}
