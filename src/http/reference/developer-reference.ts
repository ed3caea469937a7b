import type { ApiReference } from '../openapi/index.ts';
import { errorGuide } from './error-guide.ts';
import { accountExamples } from './examples/account-examples.ts';
import { conversationExamples } from './examples/conversation-examples.ts';
import { knowledgeExamples } from './examples/knowledge-examples.ts';
import { tableExamples } from './examples/table-examples.ts';
import { workflowExamples } from './examples/workflow-examples.ts';
import { webhookParameters, webhookSecuritySchemes, webhooks } from './webhooks.ts';

/** Examples, errors and webhooks of the developer API. Tests execute the examples. */
export const developerReference: ApiReference = {
  operations: {
    ...conversationExamples,
    ...workflowExamples,
    ...knowledgeExamples,
    ...tableExamples,
    ...accountExamples,
  },
  errors: errorGuide,
  webhooks,
  webhookTag: 'Webhooks',
  webhookParameters,
  webhookSecuritySchemes,
};
