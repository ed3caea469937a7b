import { Type } from 'typebox';
import { HttpTool } from '../../../agents/agent-settings.ts';
import { type Route, route } from '../../route.ts';
import { workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { WorkspaceParams } from '../wire/wire-schemas.ts';

/** A document has at most two million characters, some of which are escaped. Parsed on the event loop. */
const maxBodyBytes = 4 * 1024 * 1024;

/** Creates tools from an OpenAPI document. Nothing is stored until the agent is saved with them. */
export const createToolImportRoutes = ({ tools }: RouteDependencies): Route[] => [
  route({
    method: 'POST',
    url: '/workspaces/:workspaceId/tools/import',
    permission: 'agent:write',
    maxBodyBytes,
    audit: 'none',
    schema: {
      tags: ['Agents'],
      summary: 'Import tools from an OpenAPI document',
      description:
        'Returns HTTP tools for the settings of an agent, and the operations that cannot be imported. Headers for API keys are included without a value.',
      operationId: 'importTools',
      params: WorkspaceParams,
      body: Type.Object({
        document: Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())], {
          description: 'OpenAPI 3.0 or 3.1: as JSON, or as text in JSON or YAML',
        }),
        baseUrl: Type.Optional(
          Type.String({
            maxLength: 2000,
            pattern: '^https?://\\S+$',
            description: 'URL of the document, to resolve relative server URLs',
          }),
        ),
      }),
      response: {
        200: Type.Object({
          tools: Type.Array(Type.Unsafe<HttpTool>({ ...HttpTool, title: 'HttpTool' })),
          skipped: Type.Array(Type.Object({ operation: Type.String(), reason: Type.String() })),
        }),
      },
    },
    handler: async (request) => {
      const { document, baseUrl } = request.body;
      return tools.importOpenApi(workspaceOf(request).id, { document, baseUrl });
    },
  }),
];
