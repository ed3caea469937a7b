import { Type } from 'typebox';
import { toSeconds } from '../../lib/clock.ts';
import { presentReplyV2 } from '../../runtime/index.ts';
import type { WorkflowRun, WorkflowRuns } from '../../workflow-runs/index.ts';
import { callerOf } from '../request/authenticate.ts';
import { readIdempotencyKey } from '../request/idempotency.ts';
import { type Route, route } from '../route.ts';
import { documentedAs, idempotencyHeader, Maybe, oneOf, RequiredText } from '../schema.ts';
import { ReplyV2 } from '../v2/reply-schema.ts';

const { output, usage } = ReplyV2.properties;

const RunError = Type.Object({ code: Type.Integer(), message: Type.String() }, { title: 'WorkflowError' });

const Run = Type.Object(
  {
    workflow_run_id: Type.String(),
    conversation_id: Type.String({
      description: 'Conversation of this run. A message to it answers a question of the flow',
    }),
    status: oneOf(
      ['RUNNING', 'SUCCEEDED', 'WAITING', 'FAILED', 'STOPPED'],
      '`WAITING`: the flow asked the user a question',
    ),
    create_time: Type.Integer({ description: 'Seconds' }),
    end_time: Type.Optional(Type.Integer({ description: 'Seconds' })),
    output,
    usage,
    error: Type.Optional(RunError),
  },
  { title: 'WorkflowRun' },
);

const DescribedValues = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  title: 'WorkflowValues',
  description: 'Values of variables of the flow, and possibly the question as `question`',
  additionalProperties: true,
});

const InvokeWorkflow = Type.Object(
  {
    user_id: Maybe(
      RequiredText({
        maxLength: 32,
        description: 'ID of the user in your own system. Without it, each run has a user of its own',
      }),
    ),
    input: Type.Union(
      [Type.String(), Type.Record(Type.String(), Type.Unknown(), documentedAs(DescribedValues))],
      {
        description:
          'The question, or an object with values of variables of the flow and possibly the question as `question`',
      },
    ),
    response_mode: Maybe(oneOf(['sync', 'async', 'webhook'], 'Default: sync')),
  },
  { title: 'InvokeWorkflowRequest' },
);

const present = ({ id, conversationId, status, createdAtMs, endedAtMs, reply, error }: WorkflowRun) => {
  const shown = reply && presentReplyV2(reply);
  return {
    workflow_run_id: id,
    conversation_id: conversationId,
    status,
    create_time: toSeconds(createdAtMs),
    ...(endedAtMs === null ? {} : { end_time: toSeconds(endedAtMs) }),
    ...(shown ? { output: shown.output, usage: shown.usage } : {}),
    ...(error ? { error } : {}),
  };
};

export const createWorkflowRoutes = ({ workflowRuns }: { workflowRuns: WorkflowRuns }): Route[] => [
  route({
    method: 'POST',
    url: '/v1/workflow/invoke',
    key: 'enabled-agent',
    schema: {
      operationId: 'invokeWorkflow',
      tags: ['Workflows'],
      summary: 'Start a workflow',
      description:
        'Runs the published flow of the agent once, in a new conversation. The mode `sync` waits for the end and fails like a blocking message. The modes `async` and `webhook` return at once, and the run continues after a restart of the service. A webhook gets the reply as for a message; its `message_id` is the `workflow_run_id`.',
      headerParameters: idempotencyHeader,
      body: InvokeWorkflow,
      response: { 200: Run },
    },
    handler: async (request) => {
      const { user_id, input, response_mode } = request.body;
      const run = await workflowRuns.invoke({
        agent: callerOf(request).agent,
        userId: user_id ?? undefined,
        input,
        mode: response_mode ?? 'sync',
        idempotencyKey: readIdempotencyKey(request, 'v1/workflow/invoke'),
      });
      return present(run);
    },
  }),

  route({
    method: 'GET',
    url: '/v1/workflow/query/result',
    key: 'agent',
    schema: {
      operationId: 'getWorkflowResult',
      tags: ['Workflows'],
      summary: 'Get the result of a workflow',
      description: 'Returns the state of a run and, after its end, its output or its error.',
      querystring: Type.Object({ workflow_run_id: RequiredText() }),
      response: { 200: Run },
    },
    handler: async (request) =>
      present(await workflowRuns.find(callerOf(request).agent, request.query.workflow_run_id)),
  }),
];
