import { useEffect } from 'react';
import type { AgentSummary } from '../api/types/agent.ts';
import { type PageRoute, patternOf, routes } from '../routes.tsx';
import { useSession } from '../session/session-context.ts';
import { useAgents } from '../session/use-agent.ts';
import {
  type AgentScope,
  agentScope,
  usePlace,
  type WorkspaceScope,
  workspaceScope,
} from '../session/use-workspace.ts';
import { lastPlace } from './last-place.ts';

export interface NavigationPage extends PageRoute {
  href: string;
}

const isShown = (route: PageRoute, workspace: WorkspaceScope): boolean =>
  !route.isUnlisted && (route.permission === undefined || workspace.can(route.permission));

const hrefOf = (route: PageRoute, workspace: WorkspaceScope, agent?: AgentScope): string =>
  patternOf(route)
    .replace(':workspaceId', encodeURIComponent(workspace.id))
    .replace(':agentId', encodeURIComponent(agent?.id ?? ''));

/** Pages of the last agent stay in reach while somebody looks at the workspace. */
const chooseAgent = (agents: AgentSummary[], wanted: string | undefined): AgentSummary | undefined =>
  agents.find(({ id }) => id === wanted) ?? agents[0];

/** What the navigation, the palette and the shortcuts lead to from here. */
export const useNavigation = () => {
  const { session } = useSession();
  const place = usePlace();
  const workspace =
    place.workspace ??
    workspaceScope(session, lastPlace.workspaceId()) ??
    workspaceScope(session, session.workspaces[0]?.id);
  const agentId = place.agent?.id;
  useEffect(() => {
    if (place.workspace) lastPlace.remember(place.workspace.id, agentId);
  }, [place.workspace, agentId]);
  return { workspace, agentId: agentId ?? (workspace && lastPlace.agentId(workspace.id)) };
};

/** Only where there is a workspace: hooks cannot be left out. */
export const usePages = (workspace: WorkspaceScope, agentId: string | undefined) => {
  const agents = useAgents(workspace).data?.items ?? [];
  const agent = chooseAgent(agents, agentId);
  const scope = agent && agentScope(workspace, agent.id);
  const of = (wanted: PageRoute['scope'], kind?: string): NavigationPage[] =>
    routes
      .filter((route) => route.scope === wanted && isShown(route, workspace))
      .filter((route) => route.kind === undefined || route.kind === kind)
      .map((route) => ({ ...route, href: hrefOf(route, workspace, scope) }));
  return {
    agents,
    agent,
    workspacePages: of('workspace'),
    agentPages: agent ? of('agent', agent.kind) : [],
  };
};
