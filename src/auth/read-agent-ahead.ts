interface ReadAgentAheadDependencies {
  agents: {
    find(id: string): Promise<unknown>;
    lastKnown(id: string): { workspaceId: string } | undefined;
  };
  modelConnections: { ofWorkspace(workspaceId: string): Promise<unknown> };
}

/**
 * Starts what nearly all calls of a key read, while the key is being read. All of it is cached for the same time, so it
 * expires together, and each read would wait for the one before.
 */
export const createReadAgentAhead =
  ({ agents, modelConnections }: ReadAgentAheadDependencies) =>
  (agentId: string): void => {
    const { workspaceId } = agents.lastKnown(agentId) ?? {};
    // A failure is reported where the result is used.
    agents.find(agentId).catch(() => {});
    if (workspaceId !== undefined) modelConnections.ofWorkspace(workspaceId).catch(() => {});
  };
