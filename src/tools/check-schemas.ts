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

/** Why a JSON Schema is too large, has endless references or does not compile. It is compiled in the sandbox. */
export const createFindSchemaProblem =
  ({ sandbox }: { sandbox: Sandbox }) =>
  async (workspaceId: string, parameters: Record<string, unknown>): Promise<string | undefined> => {
    const problem = findSchemaProblem(parameters);
    if (problem !== undefined) return problem;
    try {
      const { schemaProblem } = await sandbox.run(workspaceId, checkValue, {
        schema: argumentSchema(parameters),
      });
      return schemaProblem && `must be a valid JSON Schema: ${schemaProblem}`;
    } catch (error) {
      if (error instanceof SandboxError) return error.message;
      throw error;
    }
  };

/**
 * Rejects tools whose parameters are too large, have endless references or are not a JSON Schema, with the
 * field and the rule. Schemas are compiled in the sandbox.
 */
export const createSchemaCheck = ({ sandbox }: { sandbox: Sandbox }) => {
  const findProblem = createFindSchemaProblem({ sandbox });

  return async ({ workspaceId, tools, stored }: SchemasToCheck): Promise<void> => {
    const known = new Set(stored.map(({ parameters }) => JSON.stringify(parameters)));
    for (const [index, tool] of tools.entries()) {
      if (Object.keys(tool.parameters).length === 0 || known.has(JSON.stringify(tool.parameters))) continue;
      const problem = await findProblem(workspaceId, tool.parameters);
      if (problem !== undefined)
        throw new AppError('invalidParameter', `settings.tools.http[${index}].parameters: ${problem}`);
    }
  };
};
