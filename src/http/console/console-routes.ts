import { createMcpCheckRoutes } from './agents/mcp-check-routes.ts';
import { createWebhookCheckRoutes } from './agents/webhook-check-routes.ts';
import { createConversationRoutes } from './conversations/conversation-routes.ts';
import { createExportRoutes } from './conversations/export-routes.ts';
import { createMemoryRoutes } from './conversations/memory-routes.ts';
import { createRoundRoutes } from './conversations/round-routes.ts';
import { createUserRoutes } from './conversations/user-routes.ts';
import { createDeliveryRoutes } from './deliveries/delivery-routes.ts';
import { createFlowRoutes } from './flows/flow-routes.ts';
import { createHandoffRoutes } from './human-sessions/handoff-routes.ts';
import { createLiveSessionRoutes } from './human-sessions/live-session-routes.ts';
import { createJobRoutes } from './jobs/job-routes.ts';
import { createDocumentCareRoutes } from './knowledge/document-care-routes.ts';
import { createDocumentRoutes } from './knowledge/document-routes.ts';
import { createDocumentUploadRoutes } from './knowledge/document-upload-routes.ts';
import { createKnowledgeBaseRoutes } from './knowledge/knowledge-base-routes.ts';
import { createRetrievalRoutes } from './knowledge/retrieval-routes.ts';
import { createModelRoutes } from './models/model-routes.ts';
import { createOperationRoutes } from './overview/operation-routes.ts';
import type { ConsoleRoutes } from './register-console-api.ts';
import { createRecordImportRoutes } from './tables/record-import-routes.ts';
import { createRecordRoutes } from './tables/record-routes.ts';
import { createTableRoutes } from './tables/table-routes.ts';
import { createTryRoutes } from './try-it/try-routes.ts';
import { createStorageRoutes } from './usage/storage-routes.ts';
import { createUsageRoutes } from './usage/usage-routes.ts';

const factories = [
  createFlowRoutes,
  createTryRoutes,
  createWebhookCheckRoutes,
  createMcpCheckRoutes,
  createModelRoutes,
  createKnowledgeBaseRoutes,
  createDocumentRoutes,
  createDocumentUploadRoutes,
  createDocumentCareRoutes,
  createRetrievalRoutes,
  createConversationRoutes,
  createRoundRoutes,
  createMemoryRoutes,
  createTableRoutes,
  createRecordRoutes,
  createRecordImportRoutes,
  createUserRoutes,
  createExportRoutes,
  createUsageRoutes,
  createStorageRoutes,
  createHandoffRoutes,
  createLiveSessionRoutes,
  createDeliveryRoutes,
  createJobRoutes,
  createOperationRoutes,
] as const;

type Needs<Factory> = Factory extends (rooms: infer Rooms) => ConsoleRoutes ? (rooms: Rooms) => void : never;
/** Everything that any of them needs. */
type AllNeeds = Needs<(typeof factories)[number]> extends (rooms: infer Rooms) => void ? Rooms : never;

/** The routes that work on the rooms, in the order in which the document tells of them. */
export const createConsoleRoutes = (rooms: AllNeeds): ConsoleRoutes[] =>
  factories.map((create) => create(rooms));
