/** Writes the console's types of the management API. Part of `npm run openapi`. */
import { writeFile } from 'node:fs/promises';
import { consoleTypes } from './console-types.ts';

await writeFile(consoleTypes.path, await consoleTypes.write());
console.log(`Wrote ${consoleTypes.path}`);
