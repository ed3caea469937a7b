/**
 * Adds all files of a folder to the knowledge of the agent and waits until they can be found.
 *
 *   FRONTDESK_API_KEY=… npx node examples/client/bulk-upload.ts docs/
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Frontdesk } from '../../packages/client/src/index.ts';
import { openFile } from '../../packages/client/src/node.ts';

const { FRONTDESK_URL = 'http://127.0.0.1:8787', FRONTDESK_API_KEY = '' } = process.env;
const folder = process.argv[2] ?? '.';
const client = new Frontdesk({ baseUrl: FRONTDESK_URL, apiKey: FRONTDESK_API_KEY });

async function* filesOf(path: string) {
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) yield await openFile(join(entry.parentPath, entry.name));
}

const added = await client.uploadDocuments(filesOf(folder));
console.log(`${added.length} files uploaded`);
const states = await client.waitForDocuments(added.map(({ documentId }) => documentId));
for (const [index, { data_status }] of states.entries()) console.log(`${data_status} ${added[index]!.name}`);
if (states.some(({ data_status }) => data_status === 'FAILED')) process.exitCode = 1;
