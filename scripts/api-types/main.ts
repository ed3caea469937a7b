/** Writes the types of the management API for the console, and those of the developer API for the client. */
import { writeFile } from 'node:fs/promises';
import { clientTypes } from './client-types.ts';
import { consoleTypes } from './console-types.ts';

for (const { path, write } of [consoleTypes, clientTypes]) {
  await writeFile(path, await write());
  console.log(`Wrote ${path}`);
}
