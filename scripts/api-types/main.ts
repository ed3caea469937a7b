/** Writes the types of the management API for the console, and those of the developer API for the clients. */
import { writeFile } from 'node:fs/promises';
import { clientFiles } from './client-files.ts';
import { consoleTypes } from './console-types.ts';

for (const { path, write } of [consoleTypes, ...clientFiles]) {
  await writeFile(path, await write());
  console.log(`Wrote ${path}`);
}
