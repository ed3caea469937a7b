import { Type } from 'typebox';
import type { Webhooks } from '../../../webhooks/index.ts';
import { type Route, route } from '../../route.ts';
import { oneOf } from '../../schema.ts';
import { findEditedAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { AgentParams } from '../wire/wire-schemas.ts';
import { applySettingsPatch } from './settings/apply-settings-patch.ts';
import { SettingsPatch } from './settings/settings-patch.ts';

const TestCall = Type.Object(
  {
    name: oneOf(['message', 'establish', 'chat', 'close'], 'Address that was called'),
    url: Type.String(),
    ok: Type.Boolean({ description: 'Whether the status was 2xx' }),
    httpStatus: Type.Union([Type.Integer(), Type.Null()], { description: 'null: no response' }),
    latencyMs: Type.Integer(),
    error: Type.Union([Type.String(), Type.Null()]),
    excerpt: Type.String({ description: 'Beginning of the response' }),
  },
  { title: 'TestCall' },
);

const WebhookCheck = Type.Object(
  { ok: Type.Boolean({ description: 'Whether all calls succeeded' }), calls: Type.Array(TestCall) },
  { title: 'WebhookCheck' },
);

/** Sends test calls to the receiver and returns its responses. */
export const createWebhookCheckRoutes = ({
  webhooks,
  agents,
  checkAddress,
  write,
}: RouteDependencies & { webhooks: Webhooks }): Route[] => [
  route({
    method: 'POST',
    url: '/workspaces/:workspaceId/agents/:agentId/webhook/check',
    permission: 'agent:write',
    audit: 'agent.check-webhook',
    schema: {
      tags: ['Agents'],
      summary: 'Send a test delivery',
      description:
        'Sends POST requests with `"test": true`, the authorization and the signatures of a delivery: one to the message receiver, or one to each of the three addresses of the human service. `settings` are used without being saved.',
      operationId: 'checkWebhook',
      params: AgentParams,
      body: Type.Object({
        target: oneOf(['message', 'human_service']),
        settings: Type.Optional(SettingsPatch),
      }),
      response: { 200: WebhookCheck },
    },
    handler: async (request, _reply, record) => {
      const { target, settings: patch } = request.body;
      const agent = await findEditedAgentOf(agents, request);
      const settings = applySettingsPatch(agent.settings, patch ?? {}, checkAddress);
      const calls = await webhooks.sendTest({ ...agent, settings }, target);
      await write((tx) =>
        record(tx, {
          targetId: agent.id,
          changes: Object.fromEntries(
            calls.map(({ name, url, httpStatus }) => [name, [null, `${url}: ${httpStatus ?? 'no answer'}`]]),
          ),
        }),
      );
      return { ok: calls.every(({ ok }) => ok), calls };
    },
  }),
];
