import { AppError } from '../lib/errors.ts';
import { defineJob, type Sandbox, SandboxError } from '../lib/sandbox/index.ts';
import type readOpenApiJob from './openapi/read-openapi.ts';
import type { ImportedTools, OpenApiInput } from './openapi/read-openapi.ts';

/** Enough for YAML of the maximum length, a million characters. */
const readOpenApi = defineJob<typeof readOpenApiJob>(new URL('./openapi/read-openapi.ts', import.meta.url), {
  cpuMs: 5000,
});

/** Creates tools from an OpenAPI document, in the sandbox. Throws AppError if the document cannot be read. */
export const createImportOpenApi =
  ({ sandbox }: { sandbox: Sandbox }) =>
  async (workspaceId: string, input: OpenApiInput): Promise<ImportedTools> => {
    const refuse = (problem: string): never => {
      throw new AppError('invalidParameter', `document: ${problem}`);
    };
    try {
      const read = await sandbox.run(workspaceId, readOpenApi, input);
      return 'refusal' in read ? refuse(read.refusal) : read;
    } catch (error) {
      return error instanceof SandboxError ? refuse(error.message) : Promise.reject(error);
    }
  };
