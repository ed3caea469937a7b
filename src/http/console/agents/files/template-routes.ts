import { Type } from 'typebox';
import { readTemplate, templateIds } from '../../../../agent-files/index.ts';
import { type Route, route } from '../../../route.ts';
import { oneOf } from '../../../schema.ts';
import { Name, WorkspaceParams } from '../../wire/wire-schemas.ts';
import { createImportFor, ImportedAgent } from './agent-file-routes.ts';

/** New agents from the templates of the service. */
export const createTemplateRoutes = (deps: Parameters<typeof createImportFor>[0]): Route[] => {
  const importFor = createImportFor(deps);
  return [
    route({
      method: 'POST',
      url: '/workspaces/:workspaceId/agent-templates',
      permission: 'agent:write',
      audit: 'agent.import',
      schema: {
        tags: ['Agent files'],
        summary: 'Create an agent from a template',
        description:
          'The agent has sample data (documents, tables, a flow) and a test set, and works with the embedded model.',
        operationId: 'createAgentFromTemplate',
        params: WorkspaceParams,
        body: Type.Object({ template: oneOf(templateIds), name: Type.Optional(Name) }),
        response: { 201: ImportedAgent },
      },
      handler: async (request, reply, record) => {
        const { template, name } = request.body;
        const imported = await importFor(request, record, { file: await readTemplate(template), name });
        reply.status(201);
        return imported;
      },
    }),
  ];
};
