import { Type } from 'typebox';
import type { Webhooks } from '../../webhooks/index.ts';
import { callerOf } from '../request/authenticate.ts';
import { type Route, route } from '../route.ts';
import { oneOf } from '../schema.ts';

const WebhookCheck = Type.Object(
  {
    type: oneOf(['message', 'human_service']),
    webhook_url: Type.String(),
    reachable: Type.Boolean({ description: 'Whether the address answered, with any status' }),
    http_status: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    latency_ms: Type.Integer(),
  },
  { title: 'WebhookCheck' },
);

const WebhookChecks = Type.Object({ results: Type.Array(WebhookCheck) }, { title: 'WebhookChecks' });

export const createWebhookCheckRoutes = ({ webhooks }: { webhooks: Webhooks }): Route[] => [
  route({
    method: 'POST',
    url: '/v1/webhook/check',
    key: 'agent',
    schema: {
      operationId: 'checkWebhooks',
      tags: ['Human service'],
      summary: 'Check webhook addresses',
      description: 'Calls each configured address of the agent once, with a request that is not a message.',
      response: { 200: WebhookChecks },
    },
    handler: async (request) => {
      const checks = await webhooks.check(callerOf(request).agent);
      return {
        results: checks.map(({ type, url, reachable, httpStatus, latencyMs }) => ({
          type,
          webhook_url: url,
          reachable,
          http_status: httpStatus,
          latency_ms: latencyMs,
        })),
      };
    },
  }),
];
