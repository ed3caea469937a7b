import type { OperationReference } from '../../openapi/index.ts';
import { exampleSeconds, exampleIds as ids } from './example-ids.ts';
import { exampleReply } from './reply-examples.ts';

const run = {
  workflow_run_id: ids.workflowRun,
  conversation_id: ids.conversation,
  status: 'SUCCEEDED',
  create_time: exampleSeconds,
  end_time: exampleSeconds,
  output: exampleReply.output,
  usage: exampleReply.usage,
};

export const workflowExamples: Record<string, OperationReference> = {
  invokeWorkflow: {
    examples: {
      question: {
        summary: 'Run with a question and wait for the end',
        body: { input: 'How long can I return an umbrella?' },
        response: run,
      },
      values: {
        summary: 'Run with values of variables, without waiting',
        body: {
          user_id: 'ada',
          input: { question: 'Where is it?', order: 'A-1001' },
          response_mode: 'async',
        },
        response: {
          workflow_run_id: ids.workflowRun,
          conversation_id: ids.conversation,
          status: 'RUNNING',
          create_time: exampleSeconds,
        },
      },
    },
    errors: ['apiForbidden', 'questionTooLong', 'insufficientCredits'],
  },
  getWorkflowResult: {
    examples: {
      ended: {
        summary: 'A run that has ended',
        parameters: { workflow_run_id: ids.workflowRun },
        response: run,
      },
    },
    errors: ['notFound'],
  },
};
