const workspaceKey = 'frontdesk.workspace';
const agentKey = (workspaceId: string): string => `frontdesk.agent.${workspaceId}`;

const read = (key: string): string | undefined => {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    // Storage is blocked: start with the first workspace and agent.
    return undefined;
  }
};

const write = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is blocked: nothing is remembered.
  }
};

/** The last workspace and agents that were opened in this browser. Contains no secrets. */
export const lastPlace = {
  workspaceId: () => read(workspaceKey),
  agentId: (workspaceId: string) => read(agentKey(workspaceId)),
  remember: (workspaceId: string, agentId?: string): void => {
    write(workspaceKey, workspaceId);
    if (agentId !== undefined) write(agentKey(workspaceId), agentId);
  },
};
