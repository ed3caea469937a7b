import {
  type Icon,
  IconActivity,
  IconAdjustments,
  IconBook2,
  IconBrandTelegram,
  IconBuilding,
  IconChartBar,
  IconChartDots,
  IconChecklist,
  IconColumns,
  IconCpu,
  IconHeadset,
  IconHistory,
  IconHome,
  IconInbox,
  IconInfoCircle,
  IconKey,
  IconMessage2Check,
  IconMessageChatbot,
  IconMessageQuestion,
  IconMessageSearch,
  IconMessages,
  IconReportAnalytics,
  IconRobot,
  IconSend,
  IconSitemap,
  IconTable,
  IconTicket,
  IconUserCircle,
  IconUsers,
  IconVersions,
} from '@tabler/icons-react';
import type { AgentKind } from './api/derived-types.ts';
import { type PageChunk, pageChunk, startPageChunk } from './lib/page-chunk.tsx';
import type { LabelKey } from './messages/translate.ts';

// Each page is a chunk of its own, loaded when it is opened.
const AgentPage = pageChunk(() => import('./pages/agents/agent-page.tsx'));
const AgentSettingsPage = pageChunk(() => import('./pages/agent-settings/agent-settings-page.tsx'));
const TryItPage = pageChunk(() => import('./pages/try-it/try-it-page.tsx'));
const FlowPage = pageChunk(() => import('./pages/flow/flow-page.tsx'));
const KnowledgePage = pageChunk(() => import('./pages/knowledge/knowledge-page.tsx'));
const TablesPage = pageChunk(() => import('./pages/tables/tables-page.tsx'));
const ConversationsPage = pageChunk(() => import('./pages/conversations/conversations-page.tsx'));
const WorkspaceConversationsPage = pageChunk(
  () => import('./pages/conversations/workspace-conversations-page.tsx'),
);
const MessagingPage = pageChunk(() => import('./pages/messaging/messaging-page.tsx'));
const VersionsPage = pageChunk(() => import('./pages/versions/versions-page.tsx'));
const SideBySidePage = pageChunk(() => import('./pages/side-by-side/side-by-side-page.tsx'));
const CorrectionsPage = pageChunk(() => import('./pages/corrections/corrections-page.tsx'));
const EvaluationPage = pageChunk(() => import('./pages/evaluation/evaluation-page.tsx'));
const UnansweredPage = pageChunk(() => import('./pages/unanswered/unanswered-page.tsx'));
const KeysPage = pageChunk(() => import('./pages/keys/keys-page.tsx'));
const OverviewPage = startPageChunk(() => import('./pages/overview/overview-page.tsx'));
const AgentsPage = pageChunk(() => import('./pages/agents/agents-page.tsx'));
const InboxPage = pageChunk(() => import('./pages/inbox/inbox-page.tsx'));
const AnalyticsPage = pageChunk(() => import('./pages/analytics/analytics-page.tsx'));
const HumanSessionsPage = pageChunk(() => import('./pages/human-sessions/human-sessions-page.tsx'));
const HandoffReportPage = pageChunk(() => import('./pages/handoff-report/handoff-report-page.tsx'));
const DeliveriesPage = pageChunk(() => import('./pages/deliveries/deliveries-page.tsx'));
const JobsPage = pageChunk(() => import('./pages/jobs/jobs-page.tsx'));
const UsagePage = pageChunk(() => import('./pages/usage/usage-page.tsx'));
const ModelsPage = pageChunk(() => import('./pages/models/models-page.tsx'));
const OperatorsPage = pageChunk(() => import('./pages/operators/operators-page.tsx'));
const TokensPage = pageChunk(() => import('./pages/tokens/tokens-page.tsx'));
const AuditPage = pageChunk(() => import('./pages/audit/audit-page.tsx'));
const AccountPage = pageChunk(() => import('./pages/account/account-page.tsx'));
const WorkspacesPage = pageChunk(() => import('./pages/workspaces/workspaces-page.tsx'));

interface PageEntry {
  /** The rest of the address. May contain parameters or end with /*?, which the page reads with useParams. */
  path: string;
  label: LabelKey;
  icon: Icon;
  page: PageChunk;
  /** Key after g. */
  shortcut?: string;
  /** Only operators with this permission see the page. */
  permission?: string;
  /** Only for agents of this kind. */
  kind?: AgentKind;
  /** Shows how many users wait in the inbox. */
  countsInbox?: boolean;
  /** Not in the navigation: the page of one item. */
  isUnlisted?: boolean;
}

/** Groups of the navigation. `operations`: pages about running the service. */
export type PageGroup = 'start' | 'agent' | 'operations' | 'account';

export interface PageRoute extends PageEntry {
  group: PageGroup;
  /** The whole address with its parameters. */
  pattern: string;
}

const roots: Record<PageGroup, string> = {
  start: '/w/:workspaceId',
  agent: '/w/:workspaceId/agents/:agentId',
  operations: '/w/:workspaceId',
  account: '',
};

const entries: Record<PageGroup, PageEntry[]> = {
  start: [
    {
      path: '',
      label: 'shell.page.overview',
      icon: IconHome,
      shortcut: 'o',
      permission: 'operation:read',
      page: OverviewPage,
    },
    {
      path: '/inbox/*?',
      label: 'shell.page.inbox',
      icon: IconInbox,
      shortcut: 'x',
      permission: 'conversation:read',
      countsInbox: true,
      page: InboxPage,
    },
    {
      path: '/conversations',
      label: 'shell.page.searchConversations',
      icon: IconMessageSearch,
      shortcut: 'g',
      permission: 'conversation:read',
      page: WorkspaceConversationsPage,
    },
    {
      path: '/agents',
      label: 'shell.page.agents',
      icon: IconRobot,
      shortcut: 'a',
      permission: 'agent:read',
      page: AgentsPage,
    },
  ],
  agent: [
    {
      path: '',
      label: 'shell.page.agentOverview',
      icon: IconInfoCircle,
      shortcut: 'i',
      permission: 'agent:read',
      page: AgentPage,
    },
    {
      path: '/settings',
      label: 'shell.page.settings',
      icon: IconAdjustments,
      shortcut: 's',
      permission: 'agent:read',
      page: AgentSettingsPage,
    },
    {
      path: '/try',
      label: 'shell.page.tryIt',
      icon: IconMessageChatbot,
      shortcut: 't',
      permission: 'agent:read',
      page: TryItPage,
    },
    {
      path: '/side-by-side',
      label: 'shell.page.sideBySide',
      icon: IconColumns,
      permission: 'agent:read',
      isUnlisted: true,
      page: SideBySidePage,
    },
    {
      path: '/flow',
      label: 'shell.page.flow',
      icon: IconSitemap,
      shortcut: 'f',
      kind: 'flow',
      permission: 'agent:read',
      page: FlowPage,
    },
    {
      path: '/knowledge/*?',
      label: 'shell.page.knowledge',
      icon: IconBook2,
      shortcut: 'k',
      permission: 'knowledge:read',
      page: KnowledgePage,
    },
    {
      path: '/tables/*?',
      label: 'shell.page.tables',
      icon: IconTable,
      shortcut: 'b',
      permission: 'table:read',
      page: TablesPage,
    },
    {
      path: '/conversations/*?',
      label: 'shell.page.conversations',
      icon: IconMessages,
      shortcut: 'c',
      permission: 'conversation:read',
      page: ConversationsPage,
    },
    {
      path: '/messaging',
      label: 'shell.page.messaging',
      icon: IconBrandTelegram,
      shortcut: 'l',
      permission: 'agent:read',
      page: MessagingPage,
    },
    {
      path: '/test-sets/*?',
      label: 'shell.page.testSets',
      icon: IconChecklist,
      shortcut: 'e',
      permission: 'agent:read',
      page: EvaluationPage,
    },
    {
      path: '/versions',
      label: 'shell.page.versions',
      icon: IconVersions,
      shortcut: 'v',
      permission: 'agent:read',
      page: VersionsPage,
    },
    {
      path: '/corrections',
      label: 'shell.page.corrections',
      icon: IconMessage2Check,
      shortcut: 'w',
      permission: 'knowledge:read',
      page: CorrectionsPage,
    },
    {
      path: '/unanswered/*?',
      label: 'shell.page.unanswered',
      icon: IconMessageQuestion,
      shortcut: 'q',
      permission: 'conversation:read',
      page: UnansweredPage,
    },
    {
      path: '/keys',
      label: 'shell.page.keys',
      icon: IconKey,
      shortcut: 'y',
      permission: 'key:read',
      page: KeysPage,
    },
  ],
  operations: [
    {
      path: '/analytics',
      label: 'shell.page.analytics',
      icon: IconChartDots,
      shortcut: 'z',
      permission: 'operation:read',
      page: AnalyticsPage,
    },
    {
      path: '/human-sessions',
      label: 'shell.page.humanSessions',
      icon: IconHeadset,
      shortcut: 'h',
      permission: 'conversation:read',
      page: HumanSessionsPage,
    },
    {
      path: '/handoff-report',
      label: 'shell.page.handoffReport',
      icon: IconReportAnalytics,
      shortcut: 'r',
      permission: 'operation:read',
      page: HandoffReportPage,
    },
    {
      path: '/deliveries/*?',
      label: 'shell.page.deliveries',
      icon: IconSend,
      shortcut: 'd',
      permission: 'operation:read',
      page: DeliveriesPage,
    },
    {
      path: '/jobs',
      label: 'shell.page.jobs',
      icon: IconActivity,
      shortcut: 'j',
      permission: 'operation:read',
      page: JobsPage,
    },
    {
      path: '/usage',
      label: 'shell.page.usage',
      icon: IconChartBar,
      shortcut: 'u',
      permission: 'operation:read',
      page: UsagePage,
    },
    {
      path: '/models',
      label: 'shell.page.models',
      icon: IconCpu,
      shortcut: 'm',
      permission: 'agent:read',
      page: ModelsPage,
    },
    {
      path: '/operators',
      label: 'shell.page.operators',
      icon: IconUsers,
      shortcut: 'p',
      permission: 'operator:read',
      page: OperatorsPage,
    },
    {
      path: '/tokens',
      label: 'shell.page.tokens',
      icon: IconTicket,
      shortcut: 'n',
      permission: 'token:read',
      page: TokensPage,
    },
    {
      path: '/audit',
      label: 'shell.page.audit',
      icon: IconHistory,
      shortcut: 'l',
      permission: 'audit:read',
      page: AuditPage,
    },
  ],
  account: [
    { path: '/account', label: 'shell.page.account', icon: IconUserCircle, page: AccountPage },
    { path: '/workspaces', label: 'shell.page.workspaces', icon: IconBuilding, page: WorkspacesPage },
  ],
};

/** Every page, in the order of the navigation. To add a page, add a file in pages/, an import above and an entry. */
export const routes: PageRoute[] = Object.entries(entries).flatMap(([group, pages]) =>
  pages.map((page) => ({
    ...page,
    group: group as PageGroup,
    pattern: roots[group as PageGroup] + page.path,
  })),
);

/** The address of a page without the optional rest of its pattern. */
export const addressOf = ({ pattern }: PageRoute, workspaceId: string, agentId = ''): string =>
  pattern
    .replace('/*?', '')
    .replace(':workspaceId', encodeURIComponent(workspaceId))
    .replace(':agentId', encodeURIComponent(agentId));
