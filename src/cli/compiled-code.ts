import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

/** Beside the packages, so that an account that may only read them works without a cache, and no other code is run. */
const folder = join(import.meta.dirname, '../../node_modules/.cache/frontdesk-compiled');

/**
 * Caches the compiled code across starts: about a thousand modules, half of the start time.
 * If the folder is not writable, nothing is cached. NODE_COMPILE_CACHE has priority.
 */
export const keepCompiledCode = (): void => {
  enableCompileCache(folder);
};

/** Written early, because a service may run for months and then be killed. */
export const saveCompiledCode = flushCompileCache;
