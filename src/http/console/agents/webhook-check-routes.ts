import { Type } from 'typebox';
import type { Webhooks } from '../../../webhooks/index.ts';
import { webhookExamples } from '../../reference/index.ts';
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

const exampleNames = webhookExamples.map(({ name }) => name);

const WebhookExample = Type.Object(
  {
    name: oneOf(exampleNames),
    target: oneOf(['message', 'human_service'], 'Receiver that gets it'),
    summary: Type.String(),
  },
  { title: 'WebhookExample' },
);

const SentExample = Type.Object(
  {
    url: Type.String(),
    requestHeaders: Type.Record(Type.String(), Type.String(), {
      description: 'Without the secret of the authorization',
    }),
    requestBody: Type.String(),
    httpStatus: Type.Union([Type.Integer(), Type.Null()], { description: 'null: no response' }),
    latencyMs: Type.Integer(),
    error: Type.Union([Type.String(), Type.Null()]),
    excerpt: Type.String({ description: 'Beginning of the response' }),
  },
  { title: 'SentExample' },
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

  route({
    method: 'GET',
    url: '/workspaces/:workspaceId/agents/:agentId/webhook/examples',
    permission: 'agent:write',
    schema: {
      tags: ['Agents'],
      summary: 'List examples of webhooks',
      description: 'One call of each kind that the service makes to the receivers of an agent.',
      operationId: 'listWebhookExamples',
      params: AgentParams,
      response: { 200: Type.Object({ items: Type.Array(WebhookExample) }) },
    },
    handler: async (request) => {
      await findEditedAgentOf(agents, request);
      return { items: webhookExamples.map(({ name, target, summary }) => ({ name, target, summary })) };
    },
  }),

  route({
    method: 'POST',
    url: '/workspaces/:workspaceId/agents/:agentId/webhook/examples/send',
    permission: 'agent:write',
    audit: 'agent.check-webhook',
    schema: {
      tags: ['Agents'],
      summary: 'Send an example of a webhook',
      description:
        'Sends the example with `"test": true`, the authorization and the signatures of a delivery, and returns the request and the response. `settings` are used without being saved.',
      operationId: 'sendWebhookExample',
      params: AgentParams,
      body: Type.Object({
        name: oneOf(exampleNames),
        settings: Type.Optional(SettingsPatch),
      }),
      response: { 200: SentExample },
    },
    handler: async (request, _reply, record) => {
      const { name, settings: patch } = request.body;
      const agent = await findEditedAgentOf(agents, request);
      const settings = applySettingsPatch(agent.settings, patch ?? {}, checkAddress);
      const example = webhookExamples.find((one) => one.name === name)!;
      const sent = await webhooks.sendExample({ ...agent, settings }, example);
      const { url, httpStatus } = sent;
      await write((tx) =>
        record(tx, {
          targetId: agent.id,
          changes: { [name]: [null, `${url}: ${httpStatus ?? 'no answer'}`] },
        }),
      );
      return sent;
    },
  }),
];
