import { createConversationRoutes } from './conversation-routes.ts';
import { createDeliveryRoutes } from './delivery-routes.ts';
import { createDocumentCareRoutes } from './document-care-routes.ts';
import { createDocumentRoutes } from './document-routes.ts';
import { createDocumentUploadRoutes } from './document-upload-routes.ts';
import { createExportRoutes } from './export-routes.ts';
import { createFlowRoutes } from './flow-routes.ts';
import { createHandoffRoutes } from './handoff-routes.ts';
import { createJobRoutes } from './job-routes.ts';
import { createKnowledgeBaseRoutes } from './knowledge-base-routes.ts';
import { createLiveSessionRoutes } from './live-session-routes.ts';
import { createMcpCheckRoutes } from './mcp-check-routes.ts';
import { createMemoryRoutes } from './memory-routes.ts';
import { createModelRoutes } from './model-routes.ts';
import { createOperationRoutes } from './operation-routes.ts';
import { createRecordImportRoutes } from './record-import-routes.ts';
import { createRecordRoutes } from './record-routes.ts';
import type { ConsoleRoutes } from './register-console-api.ts';
import { createRetrievalRoutes } from './retrieval-routes.ts';
import { createRoundRoutes } from './round-routes.ts';
import { createStorageRoutes } from './storage-routes.ts';
import { createTableRoutes } from './table-routes.ts';
import { createTryRoutes } from './try-routes.ts';
import { createUsageRoutes } from './usage-routes.ts';
import { createUserRoutes } from './user-routes.ts';
import { createWebhookCheckRoutes } from './webhook-check-routes.ts';

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
