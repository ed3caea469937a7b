/** `npm run openapi`: writes openapi.json and the types of the published clients. Run it after a change of the developer API. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeOpenApiDocuments } from '../../src/cli/commands/openapi-command.ts';
import { clientFiles } from './client-files.ts';

const document = join(import.meta.dirname, '../../openapi.json');
await writeFile(document, (await makeOpenApiDocuments()).get('openapi.json')!);
console.log(`Wrote ${document}`);
for (const { path, write } of clientFiles) {
  await writeFile(path, await write());
  console.log(`Wrote ${path}`);
}
