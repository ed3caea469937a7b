import type { HttpTool } from '../agents/index.ts';
import { AppError } from '../lib/errors.ts';
import { checkValue, findSchemaProblem, type Sandbox, SandboxError } from '../lib/sandbox/index.ts';
import { argumentSchema } from './check-arguments.ts';

interface SchemasToCheck {
  workspaceId: string;
  tools: readonly HttpTool[];
  /** Stored tools. Their schemas are not checked again, so that an unrelated change is not rejected. */
  stored: readonly HttpTool[];
}

/**
 * Rejects tools whose parameters are too large, have endless references or are not a JSON Schema, with the
 * field and the rule. Schemas are compiled in the sandbox.
 */
export const createSchemaCheck = ({ sandbox }: { sandbox: Sandbox }) => {
  const findProblem = async (workspaceId: string, tool: HttpTool): Promise<string | undefined> => {
    const problem = findSchemaProblem(tool.parameters);
    if (problem !== undefined) return problem;
    try {
      const schema = argumentSchema(tool.parameters);
      const { schemaProblem } = await sandbox.run(workspaceId, checkValue, { schema });
      return schemaProblem && `must be a valid JSON Schema: ${schemaProblem}`;
    } catch (error) {
      if (error instanceof SandboxError) return error.message;
      throw error;
    }
  };

  return async ({ workspaceId, tools, stored }: SchemasToCheck): Promise<void> => {
    const known = new Set(stored.map(({ parameters }) => JSON.stringify(parameters)));
    for (const [index, tool] of tools.entries()) {
      if (Object.keys(tool.parameters).length === 0 || known.has(JSON.stringify(tool.parameters))) continue;
      const problem = await findProblem(workspaceId, tool);
      if (problem !== undefined)
        throw new AppError('invalidParameter', `settings.tools.http[${index}].parameters: ${problem}`);
    }
  };
};
