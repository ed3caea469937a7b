import { Type } from 'typebox';
import { HttpTool } from '../../../agents/agent-settings.ts';
import type { Tools } from '../../../tools/index.ts';
import { type Route, route } from '../../route.ts';
import { findEditedAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { AgentParams } from '../wire/wire-schemas.ts';
import { applySettingsPatch } from './settings/apply-settings-patch.ts';

const longestWaitMs = 125_000;

const ToolTest = Type.Object(
  {
    ok: Type.Boolean(),
    latencyMs: Type.Integer(),
    method: HttpTool.properties.method,
    url: Type.Union([Type.String(), Type.Null()], { description: 'null: nothing was sent' }),
    status: Type.Union([Type.Integer(), Type.Null()], { description: 'null: there was no response' }),
    text: Type.String({ description: 'What the model would read; secrets of the tool are masked' }),
    detail: Type.Union([Type.String(), Type.Null()], { description: 'Technical reason of a failure' }),
  },
  { title: 'ToolTest' },
);

/** Calls an HTTP tool once. */
export const createToolTestRoutes = ({
  tools,
  agents,
  checkAddress,
  write,
}: RouteDependencies & { tools: Tools }): Route[] => [
  route({
    method: 'POST',
    url: '/workspaces/:workspaceId/agents/:agentId/tools/test',
    permission: 'agent:write',
    audit: 'agent.test-tool',
    schema: {
      tags: ['Agents'],
      summary: 'Test an HTTP tool',
      description:
        'Sends one real request with the given arguments, as in a conversation; user_id and conversation_id are "test". The tool does not have to be saved. A masked header uses the value that the agent has stored for a tool of this name.',
      operationId: 'testTool',
      params: AgentParams,
      body: Type.Object({
        tool: HttpTool,
        arguments: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      }),
      response: { 200: ToolTest },
    },
    handler: async (request, _reply, record) => {
      const agent = await findEditedAgentOf(agents, request);
      const patch = { tools: { http: [request.body.tool] } };
      const { http } = applySettingsPatch(agent.settings, patch, checkAddress).tools;
      const { workspaceId } = agent;
      await tools.requireUsableSchemas({ workspaceId, tools: http, stored: agent.settings.tools.http });
      const tested = await tools.testHttpTool({
        tool: http[0]!,
        argumentsText: JSON.stringify(request.body.arguments ?? {}),
        workspaceId,
        signal: AbortSignal.timeout(longestWaitMs),
      });
      await write((tx) =>
        record(tx, {
          targetId: agent.id,
          // The template, because the URL of the call contains the arguments.
          changes: {
            method: [null, http[0]!.method],
            url: [null, http[0]!.url],
            answered: [null, tested.status !== null],
          },
        }),
      );
      return tested;
    },
  }),
];
