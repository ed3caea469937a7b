import {
  type Icon,
  IconActivity,
  IconAdjustments,
  IconBolt,
  IconBook2,
  IconChartBar,
  IconCpu,
  IconHeadset,
  IconHistory,
  IconHome,
  IconInfoCircle,
  IconKey,
  IconMessageChatbot,
  IconMessages,
  IconRobot,
  IconSend,
  IconSitemap,
  IconTable,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import { type ComponentType, lazy } from 'react';
import type { AgentKind } from './api/types/agent.ts';

export interface PageRoute {
  /** Pages of a workspace lie below /w/:workspaceId, of an agent below …/agents/:agentId. */
  scope: 'workspace' | 'agent' | 'account';
  /** The rest of the address; may hold parameters, which the page reads with useParams. */
  path: string;
  label: string;
  icon: Icon;
  /** A chunk of its own, loaded when the page is opened. */
  page: ComponentType;
  /** Typed after g. */
  shortcut?: string;
  /** Left out of the navigation for whoever lacks it. */
  permission?: string;
  /** For agents of this kind only. */
  kind?: AgentKind;
  /** Found by links alone: the page of one item. */
  isUnlisted?: boolean;
}

const soon = lazy(() => import('./pages/unwritten-page.tsx'));

/** Every page, in the order of the navigation. A new page is a file in pages/ and a line here. */
export const routes: PageRoute[] = [
  {
    scope: 'agent',
    path: '',
    label: 'Overview',
    icon: IconInfoCircle,
    page: lazy(() => import('./pages/agents/agent-page.tsx')),
  },
  {
    scope: 'agent',
    path: '/settings',
    label: 'Settings',
    icon: IconAdjustments,
    shortcut: 's',
    page: lazy(() => import('./pages/agent-settings/agent-settings-page.tsx')),
  },
  {
    scope: 'agent',
    path: '/try',
    label: 'Try it',
    icon: IconMessageChatbot,
    shortcut: 't',
    page: lazy(() => import('./pages/try-it/try-it-page.tsx')),
  },
  {
    scope: 'agent',
    path: '/flow',
    label: 'Flow',
    icon: IconSitemap,
    shortcut: 'f',
    kind: 'flow',
    page: soon,
  },
  { scope: 'agent', path: '/knowledge', label: 'Knowledge', icon: IconBook2, shortcut: 'k', page: soon },
  { scope: 'agent', path: '/tables', label: 'Tables', icon: IconTable, shortcut: 'b', page: soon },
  {
    scope: 'agent',
    path: '/conversations',
    label: 'Conversations',
    icon: IconMessages,
    shortcut: 'c',
    page: soon,
  },
  {
    scope: 'agent',
    path: '/keys',
    label: 'Keys & webhooks',
    icon: IconKey,
    shortcut: 'y',
    page: lazy(() => import('./pages/keys/keys-page.tsx')),
  },

  {
    scope: 'workspace',
    path: '',
    label: 'Overview',
    icon: IconHome,
    shortcut: 'o',
    page: lazy(() => import('./pages/overview/overview-page.tsx')),
  },
  {
    scope: 'workspace',
    path: '/agents',
    label: 'Agents',
    icon: IconRobot,
    shortcut: 'a',
    page: lazy(() => import('./pages/agents/agents-page.tsx')),
  },
  {
    scope: 'workspace',
    path: '/human-sessions',
    label: 'Human sessions',
    icon: IconHeadset,
    shortcut: 'h',
    page: soon,
  },
  { scope: 'workspace', path: '/deliveries', label: 'Deliveries', icon: IconSend, shortcut: 'd', page: soon },
  {
    scope: 'workspace',
    path: '/jobs',
    label: 'Jobs & failures',
    icon: IconActivity,
    shortcut: 'j',
    page: soon,
  },
  { scope: 'workspace', path: '/usage', label: 'Usage', icon: IconChartBar, shortcut: 'u', page: soon },
  { scope: 'workspace', path: '/models', label: 'Models', icon: IconCpu, shortcut: 'm', page: soon },
  {
    scope: 'workspace',
    path: '/operators',
    label: 'Operators',
    icon: IconUsers,
    shortcut: 'p',
    permission: 'operator:read',
    page: lazy(() => import('./pages/operators/operators-page.tsx')),
  },
  {
    scope: 'workspace',
    path: '/audit',
    label: 'Audit log',
    icon: IconHistory,
    shortcut: 'l',
    permission: 'audit:read',
    page: lazy(() => import('./pages/audit/audit-page.tsx')),
  },

  {
    scope: 'account',
    path: '/account',
    label: 'My account',
    icon: IconUserCircle,
    isUnlisted: true,
    page: lazy(() => import('./pages/account/account-page.tsx')),
  },
  {
    scope: 'account',
    path: '/workspaces',
    label: 'Workspaces',
    icon: IconBolt,
    isUnlisted: true,
    page: lazy(() => import('./pages/workspaces/workspaces-page.tsx')),
  },
];

const roots: Record<PageRoute['scope'], string> = {
  account: '',
  workspace: '/w/:workspaceId',
  agent: '/w/:workspaceId/agents/:agentId',
};

export const patternOf = ({ scope, path }: PageRoute): string => roots[scope] + path;
