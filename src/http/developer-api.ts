import type { Agents } from '../agents/index.ts';
import type { ApiKeys } from '../auth/index.ts';
import type { Conversations } from '../conversations/index.ts';
import type { FeedbackRoom } from '../feedback/index.ts';
import type { SharedFiles } from '../files/index.ts';
import type { Handoff } from '../handoff/index.ts';
import type { Knowledge } from '../knowledge/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { RateLimiter } from '../lib/rate-limiter.ts';
import type { Runtime, SpeechCalls } from '../runtime/index.ts';
import type { Tables } from '../tables/index.ts';
import type { ReadBill } from '../usage/index.ts';
import type { Users } from '../users/index.ts';
import type { Webhooks } from '../webhooks/index.ts';
import type { ApiDescription } from './openapi/index.ts';
import { createAuthenticate } from './request/authenticate.ts';
import { checkText } from './request/check-text.ts';
import { createKeyRateLimit } from './request/rate-limit.ts';
import type { ApiScope } from './scope.ts';
import { addAccount } from './v1/account.ts';
import { addAudio } from './v1/audio.ts';
import { addConversation } from './v1/conversations/conversation.ts';
import { addConversationList } from './v1/conversations/conversation-list.ts';
import { addHuman } from './v1/conversations/human.ts';
import { addMessageV1 } from './v1/conversations/message.ts';
import { addMessageStream } from './v1/conversations/message-stream.ts';
import { addQaList } from './v1/conversations/qa-list.ts';
import { addRatings } from './v1/conversations/ratings.ts';
import { addCitations } from './v1/knowledge/citations.ts';
import { addDocumentStatus } from './v1/knowledge/document-status.ts';
import { addDocumentRoutes } from './v1/knowledge/documents.ts';
import { addDocumentList } from './v1/knowledge/documents-list.ts';
import { addKnowledgeBase } from './v1/knowledge/knowledge-base.ts';
import { addVectorMatch } from './v1/knowledge/vector-match.ts';
import { addRecords } from './v1/tables/records.ts';
import { addTables } from './v1/tables/tables.ts';
import { addUsers } from './v1/users.ts';
import { addWebhookCheck } from './v1/webhook-check.ts';
import { addMessageV2 } from './v2/message.ts';
import { addMessagesList } from './v2/messages-list.ts';
import { addRecordsV2 } from './v2/records.ts';

export interface DeveloperApiDependencies {
  agents: Agents;
  apiKeys: ApiKeys;
  conversations: Conversations;
  feedback: FeedbackRoom;
  handoff: Handoff;
  knowledge: Knowledge;
  rateLimiter: RateLimiter;
  runtime: Runtime;
  sharedFiles: SharedFiles;
  speechCalls: SpeechCalls;
  tables: Tables;
  users: Users;
  readBill: ReadBill;
  clock: Clock;
  webhooks: Webhooks;
  limits: { messageBodyMb: number; documentBodyMb: number; tableBodyMb: number };
}

const mb = 1024 * 1024;

export const developerApiDescription: ApiDescription = {
  title: 'Frontdesk API',
  version: '1',
  description:
    'Create a conversation for an end user, send messages, get replies: as a response, as server-sent events or by webhook.',
  tags: [
    { name: 'Conversations', description: 'Dialogues between one end user and the agent' },
    { name: 'Messages', description: 'Sending messages and receiving replies' },
    { name: 'Knowledge', description: 'Documents of the agent and what is found in them' },
    {
      name: 'Human service',
      description: 'A person in place of the agent, and the addresses that are called',
    },
    { name: 'Tables', description: 'Tables of the agent and their records' },
    { name: 'Audio', description: 'Speech to text and text to speech' },
    { name: 'Users', description: 'Attributes and identity of end users' },
    { name: 'Account', description: 'The key, its agent and what was spent' },
  ],
  securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the agent' } },
};

/** Everything a developer calls with an agent's key. Checked in the contract's order before a body is read. */
export const addDeveloperApi = (scope: ApiScope, deps: DeveloperApiDependencies): void => {
  scope.decorateRequest('caller', null);
  scope.addHook('onRequest', createAuthenticate(deps));
  scope.addHook('onRequest', createKeyRateLimit(deps.rateLimiter));
  scope.addHook('preValidation', checkText);
  const messages = { runtime: deps.runtime, maxBodyBytes: deps.limits.messageBodyMb * mb };
  addConversation(scope, deps);
  addMessageV2(scope, messages);
  addMessageV1(scope, messages);
  addMessageStream(scope, deps);
  addHuman(scope, { ...messages, handoff: deps.handoff });
  addWebhookCheck(scope, deps);
  const { knowledge } = deps;
  addDocumentRoutes(scope, { ...knowledge, maxBodyBytes: deps.limits.documentBodyMb * mb });
  addDocumentList(scope, knowledge);
  addDocumentStatus(scope, knowledge);
  addKnowledgeBase(scope, knowledge);
  addVectorMatch(scope, knowledge);
  addCitations(scope, knowledge);
  addConversationList(scope, deps);
  addQaList(scope, deps);
  addMessagesList(scope, deps);
  addRatings(scope, deps);
  const tables = { tables: deps.tables, maxBodyBytes: deps.limits.tableBodyMb * mb };
  addTables(scope, tables);
  addRecords(scope, tables);
  addRecordsV2(scope, tables);
  addUsers(scope, deps);
  addAccount(scope, deps);
  addAudio(scope, deps);
};
