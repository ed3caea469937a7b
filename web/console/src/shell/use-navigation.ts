import { useEffect } from 'react';
import { t } from '../messages/translate.ts';
import { addressOf, type PageGroup, type PageRoute, routes } from '../routes.tsx';
import { useSession } from '../session/session-context.ts';
import { useAgentOrFirst, useAgents } from '../session/use-agent.ts';
import { usePlace, type WorkspaceScope, workspaceScope } from '../session/use-workspace.ts';
import { lastPlace } from './last-place.ts';

export interface NavigationPage extends Omit<PageRoute, 'label'> {
  /** In the language of the console. */
  label: string;
  href: string;
}

const isShown = (route: PageRoute, workspace: WorkspaceScope): boolean =>
  !route.isUnlisted && (route.permission === undefined || workspace.can(route.permission));

/** The workspace and agent for the navigation, the palette and the shortcuts. */
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

/** The pages of a workspace. Only for components that have one, because hooks cannot be conditional. */
export const usePages = (workspace: WorkspaceScope, agentId: string | undefined) => {
  const list = useAgents(workspace);
  const agents = list.data?.items ?? [];
  // On pages of the workspace, the navigation keeps the pages of the last agent.
  const agent = useAgentOrFirst(workspace, agentId);
  const shownId = agent?.id;
  // Shortcuts open the agent that is shown, also if the last one was deleted.
  useEffect(() => {
    if (shownId !== undefined) lastPlace.remember(workspace.id, shownId);
  }, [workspace.id, shownId]);
  const of = (group: PageGroup): NavigationPage[] =>
    routes
      .filter((route) => route.group === group && isShown(route, workspace))
      .filter((route) => route.kind === undefined || route.kind === agent?.kind)
      .map((route) => ({ ...route, label: t(route.label), href: addressOf(route, workspace.id, agent?.id) }));
  return {
    agents,
    agent,
    startPages: of('start'),
    agentPages: agent ? of('agent') : [],
    /** Labels that keep the place of the agent's pages until the agents are loaded. */
    pendingLabels: list.isPending ? of('agent').map(({ label }) => label) : [],
    operationPages: of('operations'),
  };
};
