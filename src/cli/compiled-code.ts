import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

/** With the packages, so that an account that may only read them goes without, and nobody else's code is run. */
const folder = join(import.meta.dirname, '../../node_modules/.cache/frontdesk-compiled');

/**
 * Keeps the program's compiled form over starts: about a thousand modules, half of the time a start takes.
 * Where the folder cannot be written, nothing is kept. A folder named by NODE_COMPILE_CACHE wins.
 */
export const keepCompiledCode = (): void => {
  enableCompileCache(folder);
};

/** A service may run for months and then be killed; what it compiled is of use before that. */
export const saveCompiledCode = flushCompileCache;
