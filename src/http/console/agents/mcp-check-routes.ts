import { Type } from 'typebox';
import { McpServer } from '../../../agents/agent-settings.ts';
import type { Tools } from '../../../tools/index.ts';
import { type Route, route } from '../../route.ts';
import { findEditedAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { AgentParams } from '../wire/wire-schemas.ts';
import { applySettingsPatch } from './settings/apply-settings-patch.ts';

const McpCheck = Type.Object(
  {
    ok: Type.Boolean(),
    latencyMs: Type.Integer(),
    tools: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name under which the model calls the tool' }),
        description: Type.String(),
      }),
    ),
    reason: Type.Union([Type.String(), Type.Null()], {
      description: 'Why it failed, or why a round cannot use its tools',
    }),
  },
  { title: 'McpCheck' },
);

/** Lists the tools of an MCP server to test the connection. */
export const createMcpCheckRoutes = ({
  tools,
  agents,
  checkAddress,
  write,
}: RouteDependencies & { tools: Tools }): Route[] => [
  route({
    method: 'POST',
    url: '/workspaces/:workspaceId/agents/:agentId/mcp/check',
    permission: 'agent:write',
    audit: 'agent.check-mcp',
    schema: {
      tags: ['Agents'],
      summary: 'Test an MCP server',
      description:
        'Lists the tools of the server; waits at most 20 seconds. The server does not have to be saved. A masked header uses the value that the agent has stored for a server of this name.',
      operationId: 'checkMcpServer',
      params: AgentParams,
      body: Type.Object({ server: McpServer }),
      response: { 200: McpCheck },
    },
    handler: async (request, _reply, record) => {
      const agent = await findEditedAgentOf(agents, request);
      const patch = { tools: { mcp: [request.body.server] } };
      const [server] = applySettingsPatch(agent.settings, patch, checkAddress).tools.mcp;
      const check = await tools.checkMcp(server!);
      await write((tx) =>
        record(tx, {
          targetId: agent.id,
          changes: { url: [null, server!.url], answered: [null, check.ok] },
        }),
      );
      return check;
    },
  }),
];
