import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenApiDocument } from '../../src/http/openapi/index.ts';
import { writeClientTypes } from './write-client-types.ts';
import { writePythonCalls, writePythonTypes } from './write-python.ts';

const root = join(import.meta.dirname, '../..');
const document = 'openapi.json';

const generated = (path: string, write: (document: OpenApiDocument, file: string) => string) => ({
  path: join(root, path),
  write: async (): Promise<string> => {
    const text = await readFile(join(root, document), 'utf8');
    return write(JSON.parse(text) as OpenApiDocument, document);
  },
});

/** Files of the clients that `npm run openapi` writes. */
export const clientFiles = [
  generated('packages/client/src/generated.ts', writeClientTypes),
  generated('clients/python/frontdesk/types.py', writePythonTypes),
  generated('clients/python/frontdesk/_operations.py', writePythonCalls),
];
