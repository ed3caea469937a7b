interface Said {
  conversationId: string;
  /** Of its round. */
  sequence: number;
  /** In its round. */
  position: number;
  createdAtMs: number;
}

/**
 * What was said last comes first. Between conversations the clock tells; within one it may have been set back
 * between two rounds, so that nothing there counts as older than what came before it.
 */
export const newestFirst = <Memory extends Said>(memories: readonly Memory[]): Memory[] => {
  const latestMs = new Map<string, number>();
  return memories
    .toSorted((a, b) => a.sequence - b.sequence)
    .map((memory) => {
      const saidAtMs = Math.max(latestMs.get(memory.conversationId) ?? 0, memory.createdAtMs);
      latestMs.set(memory.conversationId, saidAtMs);
      return { memory, saidAtMs };
    })
    .sort(
      (a, b) =>
        b.saidAtMs - a.saidAtMs ||
        b.memory.sequence - a.memory.sequence ||
        b.memory.position - a.memory.position,
    )
    .map(({ memory }) => memory);
};
