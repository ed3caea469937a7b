const workspaceKey = 'frontdesk.workspace';
const agentKey = (workspaceId: string): string => `frontdesk.agent.${workspaceId}`;

const read = (key: string): string | undefined => {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    // Storage may be forbidden; then we start at the first of the list.
    return undefined;
  }
};

const write = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // As above.
  }
};

/** Where somebody was last, in this browser. Nothing secret. */
export const lastPlace = {
  workspaceId: () => read(workspaceKey),
  agentId: (workspaceId: string) => read(agentKey(workspaceId)),
  remember: (workspaceId: string, agentId?: string): void => {
    write(workspaceKey, workspaceId);
    if (agentId !== undefined) write(agentKey(workspaceId), agentId);
  },
};
