import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenApiDocument } from '../../src/http/openapi/index.ts';
import { writeApiTypes } from './write-api-types.ts';

const root = join(import.meta.dirname, '../..');
const document = 'openapi.console.json';

export const consoleTypes = {
  path: join(root, 'web/console/src/api/generated.ts'),
  write: async (): Promise<string> => {
    const text = await readFile(join(root, document), 'utf8');
    return writeApiTypes(JSON.parse(text) as OpenApiDocument, document, '/console/api');
  },
};
