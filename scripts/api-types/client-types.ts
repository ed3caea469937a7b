import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenApiDocument } from '../../src/http/openapi/index.ts';
import { writeClientTypes } from './write-client-types.ts';

const root = join(import.meta.dirname, '../..');
const document = 'openapi.json';

export const clientTypes = {
  path: join(root, 'packages/client/src/generated.ts'),
  write: async (): Promise<string> => {
    const text = await readFile(join(root, document), 'utf8');
    return writeClientTypes(JSON.parse(text) as OpenApiDocument, document);
  },
};
