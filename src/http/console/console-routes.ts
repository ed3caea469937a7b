import type { Route } from '../route.ts';
import { createAccountSecurityRoutes } from './account/account-security-routes.ts';
import { createCodeAppRoutes } from './account/code-app-routes.ts';
import { createLanguageRoutes } from './account/language-routes.ts';
import { createOwnSessionRoutes } from './account/own-session-routes.ts';
import { createPasskeyRoutes } from './account/passkey-routes.ts';
import { createProfileRoutes } from './account/profile-routes.ts';
import { createAgentDefaultRoutes } from './agents/agent-default-routes.ts';
import { createAgentImageRoutes } from './agents/agent-image-routes.ts';
import { createAgentRoutes } from './agents/agent-routes.ts';
import { createAgentFileRoutes } from './agents/files/agent-file-routes.ts';
import { createTemplateRoutes } from './agents/files/template-routes.ts';
import { createMcpCheckRoutes } from './agents/mcp-check-routes.ts';
import { createRetentionRoutes } from './agents/retention-routes.ts';
import { createToolImportRoutes } from './agents/tool-import-routes.ts';
import { createToolTestRoutes } from './agents/tool-test-routes.ts';
import { createDraftRoutes } from './agents/versions/draft-routes.ts';
import { createAgentVersionRoutes } from './agents/versions/version-routes.ts';
import { createWebhookCheckRoutes } from './agents/webhook-check-routes.ts';
import { createAnalyticsRoutes } from './analytics/analytics-routes.ts';
import { createUnansweredRoutes } from './analytics/unanswered-routes.ts';
import { createAuditRoutes } from './audit/audit-routes.ts';
import { createConversationRoutes } from './conversations/conversation-routes.ts';
import { createExportRoutes } from './conversations/export-routes.ts';
import { createMemoryRoutes } from './conversations/memory-routes.ts';
import { createRoundRoutes } from './conversations/round-routes.ts';
import { createSearchRoutes } from './conversations/search-routes.ts';
import { createUserRoutes } from './conversations/user-routes.ts';
import { createViewRoutes } from './conversations/view-routes.ts';
import { createCorrectionFileRoutes } from './corrections/correction-file-routes.ts';
import { createCorrectionMatchRoutes } from './corrections/correction-match-routes.ts';
import { createCorrectionRoutes } from './corrections/correction-routes.ts';
import { createDeliveryRoutes } from './deliveries/delivery-routes.ts';
import { createTestCaseRoutes } from './evaluation/test-case-routes.ts';
import { createTestRunRoutes } from './evaluation/test-run-routes.ts';
import { createTestSetRoutes } from './evaluation/test-set-routes.ts';
import { createFlowRoutes } from './flows/flow-routes.ts';
import { createFlowVersionRoutes } from './flows/flow-version-routes.ts';
import { createHandoffReportRoutes } from './human-sessions/handoff-report-routes.ts';
import { createHandoffRoutes } from './human-sessions/handoff-routes.ts';
import { createLiveSessionRoutes } from './human-sessions/live-session-routes.ts';
import { createInboxAssistanceRoutes } from './inbox/inbox-assistance-routes.ts';
import { createInboxEventRoutes } from './inbox/inbox-event-routes.ts';
import { createInboxReplyRoutes } from './inbox/inbox-reply-routes.ts';
import { createInboxRoutes } from './inbox/inbox-routes.ts';
import { createInboxSessionRoutes } from './inbox/inbox-session-routes.ts';
import { createCannedReplyRoutes } from './inbox/team/canned-reply-routes.ts';
import { createInboxLabelRoutes } from './inbox/team/label-routes.ts';
import { createInboxNoteRoutes } from './inbox/team/note-routes.ts';
import { createInboxPresenceRoutes } from './inbox/team/presence-routes.ts';
import { createInboxSnoozeRoutes } from './inbox/team/snooze-routes.ts';
import { createJobRoutes } from './jobs/job-routes.ts';
import { createKeyRoutes } from './keys/key-routes.ts';
import { createChunkRoutes } from './knowledge/chunk-routes.ts';
import { createDocumentCareRoutes } from './knowledge/document-care-routes.ts';
import { createDocumentRoutes } from './knowledge/document-routes.ts';
import { createDocumentUploadRoutes } from './knowledge/document-upload-routes.ts';
import { createKnowledgeBaseRoutes } from './knowledge/knowledge-base-routes.ts';
import { createQaRoutes } from './knowledge/qa-routes.ts';
import { createRetrievalRoutes } from './knowledge/retrieval-routes.ts';
import { createSourceRoutes } from './knowledge/source-routes.ts';
import { createSourceRunRoutes } from './knowledge/source-run-routes.ts';
import { createChannelConnectionRoutes } from './messaging/channel-connection-routes.ts';
import { createConnectionRoutes } from './models/connection-routes.ts';
import { createModelRoutes } from './models/model-routes.ts';
import { createModelTestRoutes } from './models/model-test-routes.ts';
import { createNotificationRoutes } from './notifications/notification-routes.ts';
import { createAccountSetupRoutes } from './operators/account-setup-routes.ts';
import { createInvitationAcceptanceRoutes } from './operators/invitation-acceptance-routes.ts';
import { createInvitationRoutes } from './operators/invitation-routes.ts';
import { createOperatorRoutes } from './operators/operator-routes.ts';
import { createResetLinkRoutes } from './operators/reset-link-routes.ts';
import { createOverviewRoutes } from './overview/overview-routes.ts';
import { createConfirmationRoutes } from './sign-in/confirmation-routes.ts';
import { createSessionRoutes } from './sign-in/session-routes.ts';
import { createSignInRoutes } from './sign-in/sign-in-routes.ts';
import { createSsoRoutes } from './sign-in/sso-routes.ts';
import { createFieldRoutes } from './tables/field-routes.ts';
import { createRecordImportRoutes } from './tables/record-import-routes.ts';
import { createRecordRoutes } from './tables/record-routes.ts';
import { createTableRoutes } from './tables/table-routes.ts';
import { createInstallationTokenRoutes } from './tokens/installation-token-routes.ts';
import { createTokenRoutes } from './tokens/token-routes.ts';
import { createTryRoutes } from './try-it/try-routes.ts';
import { createCreditRoutes } from './usage/credit-routes.ts';
import { createStorageRoutes } from './usage/storage-routes.ts';
import { createUsageRoutes } from './usage/usage-routes.ts';
import { createSignInRequirementRoutes } from './workspaces/sign-in-requirement-routes.ts';
import { createWorkspaceRoutes } from './workspaces/workspace-routes.ts';

/** Accounts, workspaces, agents and their keys: they do not need the runtime of agents. */
const managementFactories = [
  createSessionRoutes,
  createSignInRoutes,
  createSsoRoutes,
  createConfirmationRoutes,
  createOwnSessionRoutes,
  createAccountSecurityRoutes,
  createCodeAppRoutes,
  createPasskeyRoutes,
  createLanguageRoutes,
  createWorkspaceRoutes,
  createSignInRequirementRoutes,
  createOperatorRoutes,
  createInvitationRoutes,
  createInvitationAcceptanceRoutes,
  createResetLinkRoutes,
  createTokenRoutes,
  createInstallationTokenRoutes,
  createAccountSetupRoutes,
  createCreditRoutes,
  createAgentRoutes,
  createConnectionRoutes,
  createToolImportRoutes,
  createKeyRoutes,
  createAuditRoutes,
] as const;

/** Everything that needs the runtime of agents. */
const agentFactories = [
  createAgentDefaultRoutes,
  createAgentImageRoutes,
  createAgentVersionRoutes,
  createDraftRoutes,
  createRetentionRoutes,
  createAgentFileRoutes,
  createTemplateRoutes,
  createFlowRoutes,
  createFlowVersionRoutes,
  createTryRoutes,
  createWebhookCheckRoutes,
  createMcpCheckRoutes,
  createToolTestRoutes,
  createModelRoutes,
  createModelTestRoutes,
  createKnowledgeBaseRoutes,
  createDocumentRoutes,
  createDocumentUploadRoutes,
  createDocumentCareRoutes,
  createChunkRoutes,
  createQaRoutes,
  createSourceRoutes,
  createSourceRunRoutes,
  createRetrievalRoutes,
  createTestSetRoutes,
  createTestCaseRoutes,
  createTestRunRoutes,
  createSearchRoutes,
  createCorrectionRoutes,
  createCorrectionMatchRoutes,
  createCorrectionFileRoutes,
  createViewRoutes,
  createConversationRoutes,
  createRoundRoutes,
  createMemoryRoutes,
  createTableRoutes,
  createFieldRoutes,
  createRecordRoutes,
  createRecordImportRoutes,
  createUserRoutes,
  createExportRoutes,
  createUsageRoutes,
  createAnalyticsRoutes,
  createUnansweredRoutes,
  createStorageRoutes,
  createHandoffRoutes,
  createHandoffReportRoutes,
  createLiveSessionRoutes,
  createInboxRoutes,
  createInboxSessionRoutes,
  createInboxReplyRoutes,
  createInboxEventRoutes,
  createInboxAssistanceRoutes,
  createInboxNoteRoutes,
  createInboxLabelRoutes,
  createInboxPresenceRoutes,
  createInboxSnoozeRoutes,
  createCannedReplyRoutes,
  createNotificationRoutes,
  createProfileRoutes,
  createChannelConnectionRoutes,
  createDeliveryRoutes,
  createJobRoutes,
  createOverviewRoutes,
] as const;

type Factory = (typeof managementFactories)[number] | (typeof agentFactories)[number];
/** Everything that any of the factories needs. */
type NeedsOf<Any> = (Any extends (deps: infer Deps) => Route[] ? (deps: Deps) => void : never) extends (
  deps: infer All,
) => void
  ? All
  : never;

/** For tests without the modules of the runtime. */
export const createManagementRoutes = (deps: NeedsOf<(typeof managementFactories)[number]>): Route[] =>
  managementFactories.flatMap((create) => create(deps));

/** Every route of the management API, in the order of its document. */
export const createConsoleRoutes = (deps: NeedsOf<Factory>): Route[] => [
  ...createManagementRoutes(deps),
  ...agentFactories.flatMap((create) => create(deps)),
];
