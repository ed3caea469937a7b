import { Type } from 'typebox';
import type { Database } from '../../../db/index.ts';
import type { FileQuotas } from '../../../files/index.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { AgentParams } from '../wire/wire-schemas.ts';

const LimitBytes = Type.Union([Type.Integer(), Type.Null()], { description: 'null: no limit' });
const Use = Type.Object({ usedBytes: Type.Integer(), limitBytes: LimitBytes });

/** How much of its storage quota an agent and its workspace have used. */
export const createStorageRoutes = ({
  db,
  fileQuotas,
  agents,
}: RouteDependencies & { db: Database; fileQuotas: FileQuotas }): Route[] => [
  route({
    method: 'GET',
    url: '/workspaces/:workspaceId/agents/:agentId/storage',
    permission: 'agent:read',
    schema: {
      tags: ['Agents'],
      summary: 'Get storage usage',
      description:
        'Bytes of stored files (documents, attachments, recordings) and their quotas. Files of messages that were stored before migration 0028 count only for the workspace.',
      operationId: 'readStorage',
      params: AgentParams,
      response: {
        200: Type.Object({ agent: Use, workspace: Use, visitorLimitBytes: LimitBytes }),
      },
    },
    handler: async (request) => fileQuotas.use(db.query, await findAgentOf(agents, request)),
  }),
];
