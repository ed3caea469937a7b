import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../config/index.ts';
import { type Command, readArguments } from '../command.ts';

const help = `Write the OpenAPI documents of this version into a folder (default: the current folder).

  frontdesk openapi [FOLDER]

openapi.json describes the developer API, openapi.console.json the management API.`;

const documents = [
  { path: '/openapi.json', file: 'openapi.json' },
  { path: '/console/openapi.json', file: 'openapi.console.json' },
];

/** File name → content. Builds the service and requests the documents without listening on a port. */
export const makeOpenApiDocuments = async (): Promise<Map<string, string>> => {
  const { createApp } = await import('../../app.ts');
  const { createLogger } = await import('../../logger.ts');
  const dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-openapi-'));
  try {
    // Settings of this machine must not appear in the documents.
    const config = { ...loadConfig({}, ''), dataDir };
    const app = await createApp({ config, log: createLogger('error') });
    try {
      const made = new Map<string, string>();
      for (const { path, file } of documents) {
        const { statusCode, body } = await app.server.inject({ url: path });
        if (statusCode !== 200) throw new Error(`${path} answers ${statusCode}`);
        made.set(file, body);
      }
      return made;
    } finally {
      await app.close();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};

export const openapiCommand: Command = {
  name: 'openapi',
  summary: 'write the OpenAPI documents',
  help,
  run: async (args, { print }) => {
    const { positionals } = readArguments(args, {}, { positionals: 1 });
    for (const [file, content] of await makeOpenApiDocuments()) {
      const path = join(positionals[0] ?? '.', file);
      await writeFile(path, content);
      print(`Wrote ${path}`);
    }
    return 0;
  },
};
