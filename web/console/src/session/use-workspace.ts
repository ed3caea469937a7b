import { createContext, useContext } from 'react';
import { useRoute } from 'wouter';
import { type AgentAddress, address, at, type WorkspaceAddress } from '../api/address.ts';
import type { Role, Session } from '../api/generated.ts';
import { roleAllows, useSession } from './session-context.ts';

export interface WorkspaceScope {
  id: string;
  name: string;
  role: Role;
  /** The sign-in requirement that this session does not meet. */
  unmet: Session['workspaces'][number]['unmet'];
  /** Its path in the management API. */
  api: WorkspaceAddress;
  /** Its path in the console. */
  href: string;
  /** Whether my role has a permission here. For display only: the service checks each call. */
  can(permission: string): boolean;
}

export interface AgentScope {
  id: string;
  /** Its path in the management API. */
  api: AgentAddress;
  /** Its path in the console. */
  href: string;
  workspace: WorkspaceScope;
  can(permission: string): boolean;
}

export const workspaceScope = (
  session: Session,
  workspaceId: string | undefined,
): WorkspaceScope | undefined => {
  const workspace = session.workspaces.find(({ id }) => id === workspaceId);
  return (
    workspace && {
      ...workspace,
      api: address('/workspaces/{workspaceId}', { workspaceId: workspace.id }),
      href: `/w/${encodeURIComponent(workspace.id)}`,
      can: (permission) => roleAllows(session, workspace.role, permission),
    }
  );
};

export const agentScope = (workspace: WorkspaceScope, agentId: string): AgentScope => ({
  id: agentId,
  api: at(workspace.api, '/agents/{agentId}', { agentId }),
  href: `${workspace.href}/agents/${encodeURIComponent(agentId)}`,
  workspace,
  can: workspace.can,
});

/** Workspace and agent in the address. Only workspaces of the session count. */
export const usePlace = (): { workspace?: WorkspaceScope; agent?: AgentScope } => {
  const { session } = useSession();
  const [, inWorkspace] = useRoute('/w/:workspaceId/*?');
  const [, inAgent] = useRoute('/w/:workspaceId/agents/:agentId/*?');
  const workspace = workspaceScope(session, inWorkspace?.workspaceId);
  if (!workspace) return {};
  return { workspace, agent: inAgent ? agentScope(workspace, inAgent.agentId) : undefined };
};

/** The workspace in the address. Only for pages of a workspace. */
export const useWorkspace = (): WorkspaceScope => {
  const { workspace } = usePlace();
  if (!workspace) throw new Error('There is no workspace in this address');
  return workspace;
};

/** The agent of a part of a page, for pages of the workspace that show conversations of several agents. */
export const AgentScopeContext = createContext<AgentScope | undefined>(undefined);

/** The agent in the address or of the context. Undefined on pages about all agents of a workspace. */
export const useAgentScopeIfAny = (): AgentScope | undefined => {
  const place = usePlace();
  return useContext(AgentScopeContext) ?? place.agent;
};

/** The same, only for pages of an agent. `useAgent` reads its settings. */
export const useAgentScope = (): AgentScope => {
  const agent = useAgentScopeIfAny();
  if (!agent) throw new Error('There is no agent in this address');
  return agent;
};
