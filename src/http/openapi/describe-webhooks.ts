import type { ApiReference } from './api-description.ts';
import type { JsonSchema, OpenApiDocument } from './open-api-document.ts';

/** The calls of the service to servers of the developer. */
export const describeWebhooks = (
  { webhooks, webhookTag, webhookParameters, webhookSecuritySchemes }: ApiReference,
  refer: (schema: unknown) => JsonSchema,
): NonNullable<OpenApiDocument['webhooks']> => {
  // An empty requirement: a receiver without a configured Authorization is called without one.
  const security = [...Object.keys(webhookSecuritySchemes).map((name) => ({ [name]: [] })), {}];
  const parameters = Object.keys(webhookParameters).map((name) => ({
    $ref: `#/components/parameters/${name}`,
  }));
  return Object.fromEntries(
    Object.entries(webhooks).map(([name, { operationId, summary, description, body, examples }]) => [
      name,
      {
        post: {
          operationId,
          tags: [webhookTag],
          summary,
          description,
          parameters,
          requestBody: { required: true, content: { 'application/json': { schema: refer(body), examples } } },
          responses: {
            '2XX': { description: 'Received. The body is logged: a `code` other than 0 or 200 is shown' },
            '410': { description: 'Disables the address until its setting is saved again' },
            default: { description: 'Not received: the call is repeated later' },
          },
          security,
        },
      },
    ]),
  );
};
