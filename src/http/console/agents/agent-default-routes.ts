import { Type } from 'typebox';
import type { Config } from '../../../config/index.ts';
import { publicOrigin } from '../../request/public-origin.ts';
import { type Route, route } from '../../route.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { WorkspaceParams } from '../wire/wire-schemas.ts';

const Megabytes = Type.Union([Type.Integer(), Type.Null()], { description: 'In MB; null: no limit' });

const AgentDefaults = Type.Object(
  {
    origin: Type.String({ description: 'Origin of the service for visitors: links and snippets use it' }),
    runTimeoutMs: Type.Integer(),
    firstTokenTimeoutMs: Type.Integer(),
    storedMb: Megabytes,
    storedMbPerVisitor: Megabytes,
  },
  { title: 'AgentDefaults' },
);

/** 0 in the settings of the service means no limit. */
const megabytesOf = (quotaMb: number): number | null => (quotaMb === 0 ? null : quotaMb);

/** What applies to agents that leave a limit empty. The settings of the service decide it. */
export const createAgentDefaultRoutes = ({
  serviceLimits: { timeouts, quotas },
  publicUrl,
}: RouteDependencies & { serviceLimits: Pick<Config, 'timeouts' | 'quotas'> }): Route[] => [
  route({
    method: 'GET',
    url: '/workspaces/:workspaceId/agent-defaults',
    permission: 'agent:read',
    schema: {
      tags: ['Agents'],
      summary: 'Get the defaults of agents',
      description:
        'The address of the service, and the limits that apply where an agent sets none of its own. The installation sets them.',
      operationId: 'readAgentDefaults',
      params: WorkspaceParams,
      response: { 200: AgentDefaults },
    },
    handler: async (request) => ({
      origin: publicOrigin(request, publicUrl),
      runTimeoutMs: timeouts.runMs,
      firstTokenTimeoutMs: timeouts.firstTokenMs,
      storedMb: megabytesOf(quotas.agentMb),
      storedMbPerVisitor: megabytesOf(quotas.visitorMb),
    }),
  }),
];
