import type { FastifyInstance } from 'fastify';
import type { Agents } from '../agents/index.ts';
import type { Assistance } from '../assistance/index.ts';
import type { ApiKeys } from '../auth/index.ts';
import type { Conversations } from '../conversations/index.ts';
import type { FeedbackRoom } from '../feedback/index.ts';
import type { SharedFiles } from '../files/index.ts';
import type { Handoff } from '../handoff/index.ts';
import type { Embedders, Knowledge } from '../knowledge/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { RateLimiter } from '../lib/rate-limiter.ts';
import type { Runtime, SpeechCalls } from '../runtime/index.ts';
import type { Tables } from '../tables/index.ts';
import type { Bills } from '../usage/index.ts';
import type { Users } from '../users/index.ts';
import type { Webhooks } from '../webhooks/index.ts';
import type { WorkflowRuns } from '../workflow-runs/index.ts';
import { addRoutes, requireAccess } from './add-routes.ts';
import { createMcpRoutes } from './mcp/mcp-routes.ts';
import { createChatRoutes } from './openai/chat/chat-routes.ts';
import { createEmbeddingRoutes } from './openai/embedding-routes.ts';
import { createModelRoutes } from './openai/model-routes.ts';
import { createResponseRoutes } from './openai/responses/response-routes.ts';
import type { ApiDescription } from './openapi/index.ts';
import { developerReference } from './reference/index.ts';
import { createAuthenticate } from './request/authenticate.ts';
import { checkText } from './request/check-text.ts';
import { addFieldHints } from './request/field-hints.ts';
import { createKeyRateLimit } from './request/rate-limit.ts';
import type { Route } from './route.ts';
import { createAccountRoutes } from './v1/account-routes.ts';
import { createAudioRoutes } from './v1/audio-routes.ts';
import { createConversationListRoutes } from './v1/conversations/conversation-list-routes.ts';
import { createConversationRoutes } from './v1/conversations/conversation-routes.ts';
import { createHumanRoutes } from './v1/conversations/human-routes.ts';
import { createMessageListV1Routes } from './v1/conversations/message-list-routes.ts';
import { createMessageV1Routes } from './v1/conversations/message-routes.ts';
import { createMessageStreamRoutes } from './v1/conversations/message-stream-routes.ts';
import { createNextQuestionRoutes } from './v1/conversations/next-question-routes.ts';
import { createQaListRoutes } from './v1/conversations/qa-list-routes.ts';
import { createRatingRoutes } from './v1/conversations/rating-routes.ts';
import { createChunkRoutes } from './v1/knowledge/chunk-routes.ts';
import { createCitationRoutes } from './v1/knowledge/citation-routes.ts';
import { createDocumentListRoutes } from './v1/knowledge/document-list-routes.ts';
import { createDocumentRoutes } from './v1/knowledge/document-routes.ts';
import { createDocumentStatusRoutes } from './v1/knowledge/document-status-routes.ts';
import { createKnowledgeBaseRoutes } from './v1/knowledge/knowledge-base-routes.ts';
import { createQaRoutes } from './v1/knowledge/qa-routes.ts';
import { createSearchRoutes } from './v1/knowledge/search-routes.ts';
import { createVectorMatchRoutes } from './v1/knowledge/vector-match-routes.ts';
import { createRecordRoutes } from './v1/tables/record-routes.ts';
import { createTableRoutes } from './v1/tables/table-routes.ts';
import { createUserRoutes } from './v1/user-routes.ts';
import { createWebhookCheckRoutes } from './v1/webhook-check-routes.ts';
import { createWorkflowRoutes } from './v1/workflow-routes.ts';
import { createMessageListRoutes } from './v2/message-list-routes.ts';
import { createMessageV2Routes } from './v2/message-routes.ts';
import { createRecordV2Routes } from './v2/record-routes.ts';

export interface DeveloperApiDependencies {
  agents: Agents;
  apiKeys: ApiKeys;
  assistance: Assistance;
  bills: Bills;
  conversations: Conversations;
  embedders: Embedders;
  feedback: FeedbackRoom;
  handoff: Handoff;
  knowledge: Knowledge;
  rateLimiter: RateLimiter;
  runtime: Runtime;
  sharedFiles: SharedFiles;
  speechCalls: SpeechCalls;
  tables: Tables;
  users: Users;
  clock: Clock;
  /** Origins of pages that may call the API from a browser. */
  corsOrigins: readonly string[];
  webhooks: Webhooks;
  workflowRuns: WorkflowRuns;
  limits: { messageBodyMb: number; documentBodyMb: number; tableBodyMb: number };
}

const mb = 1024 * 1024;

export const describeDeveloperApi = (publicUrl: string | undefined): ApiDescription => ({
  title: 'Frontdesk API',
  version: '1',
  description:
    'Create a conversation for a user, send messages, and get replies: as a response, as server-sent events or by webhook.',
  tags: [
    { name: 'Conversations', description: 'Conversations between a user and the agent' },
    { name: 'Messages', description: 'Send messages and receive replies' },
    { name: 'Workflows', description: 'Runs of a flow agent without a chat' },
    { name: 'Knowledge', description: 'Documents of the agent, retrieval and citations' },
    {
      name: 'Human service',
      description: 'Human sessions and webhook addresses',
    },
    { name: 'Tables', description: 'Tables of the agent and their records' },
    { name: 'Audio', description: 'Speech to text and text to speech' },
    { name: 'Users', description: 'Attributes and identity of users' },
    { name: 'Account', description: 'API key, agent and credits spent' },
    { name: 'Webhooks', description: 'Calls of the service to your servers' },
  ],
  securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the agent' } },
  serverUrl: publicUrl,
  reference: developerReference,
});

/** Every route of the developer API, in the order of its document. */
const createDeveloperRoutes = (deps: DeveloperApiDependencies): Route[] => {
  const { conversations, handoff, knowledge, limits, runtime } = deps;
  const messages = { runtime, maxBodyBytes: limits.messageBodyMb * mb };
  const tables = { tables: deps.tables, maxBodyBytes: limits.tableBodyMb * mb };
  return [
    createConversationRoutes(deps),
    createMessageV2Routes(messages),
    createMessageV1Routes(messages),
    createMessageStreamRoutes(deps),
    createWorkflowRoutes(deps),
    createHumanRoutes({ ...messages, handoff }),
    createWebhookCheckRoutes(deps),
    createDocumentRoutes({ ...knowledge, maxBodyBytes: limits.documentBodyMb * mb }),
    createQaRoutes({ ...knowledge, maxBodyBytes: limits.documentBodyMb * mb }),
    createChunkRoutes(knowledge),
    createDocumentListRoutes(knowledge),
    createDocumentStatusRoutes(knowledge),
    createKnowledgeBaseRoutes(knowledge),
    createVectorMatchRoutes(knowledge),
    createSearchRoutes(knowledge),
    createCitationRoutes(knowledge),
    createConversationListRoutes(deps),
    createQaListRoutes(deps),
    createMessageListRoutes(deps),
    createMessageListV1Routes(deps),
    createRatingRoutes(deps),
    createNextQuestionRoutes(deps),
    createTableRoutes(tables),
    createRecordRoutes(tables),
    createRecordV2Routes(tables),
    createUserRoutes(deps),
    createAccountRoutes(deps),
    createAudioRoutes(deps),
    createChatRoutes({ ...messages, conversations }),
    createModelRoutes(),
    createResponseRoutes({ ...messages, conversations }),
    createEmbeddingRoutes(deps),
    createMcpRoutes(deps),
  ].flat();
};

/** All routes that a developer calls with an agent's key. Checked in the contract's order before a body is read. */
export const addDeveloperApi = (scope: FastifyInstance, deps: DeveloperApiDependencies): void => {
  scope.decorateRequest('caller', null);
  scope.addHook('onRequest', createAuthenticate(deps));
  scope.addHook('onRequest', createKeyRateLimit(deps.rateLimiter));
  scope.addHook('preValidation', checkText);
  scope.addHook('preValidation', addFieldHints);
  const routes = createDeveloperRoutes(deps);
  requireAccess(routes, 'key');
  addRoutes(scope, routes);
};
