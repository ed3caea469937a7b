#!/usr/bin/env node
// Plain JavaScript on purpose: the type stripper takes 14 MB for as long as the service runs, and built code does not
// need it. It also starts in an older Node, which then starts the Node that the package `node` installed.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBuiltProgram } from './find-built-program.mjs';
import { runInOwnNode } from './run-in-own-node.mjs';

const oldestMajor = 24;
const root = join(import.meta.dirname, '../..');

if (Number(process.versions.node.split('.')[0]) < oldestMajor) runInOwnNode(oldestMajor);
else {
  const { enableCompileCache } = await import('node:module');
  // Caches the compiled code across starts. Beside the packages, so that an account that may only read them works without
  // a cache, and no other code is run. NODE_COMPILE_CACHE has priority. Only modules imported after this line are cached.
  enableCompileCache(join(root, 'node_modules/.cache/frontdesk-compiled'));
  const built = findBuiltProgram(root);
  if (built) await import(pathToFileURL(built).href);
  else await import('./program.ts');
}
