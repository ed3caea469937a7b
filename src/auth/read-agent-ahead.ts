interface ReadAgentAheadDependencies {
  agents: {
    find(id: string): Promise<unknown>;
    lastKnown(id: string): { workspaceId: string } | undefined;
  };
  modelConnections: { ofWorkspace(workspaceId: string): Promise<unknown> };
}

/**
 * Starts the reads that nearly all calls with a key need, while the key itself is being read. All of these values are cached
 * for the same time. They expire together, and otherwise each read would wait for the one before.
 */
export const createReadAgentAhead =
  ({ agents, modelConnections }: ReadAgentAheadDependencies) =>
  (agentId: string): void => {
    const { workspaceId } = agents.lastKnown(agentId) ?? {};
    // A failure is reported where the result is used.
    agents.find(agentId).catch(() => {});
    if (workspaceId !== undefined) modelConnections.ofWorkspace(workspaceId).catch(() => {});
  };
