interface Timed {
  conversationId: string;
  /** Of the round. */
  sequence: number;
  /** Within the round. */
  position: number;
  createdAtMs: number;
}

/**
 * Sorts by time, latest first. Between conversations the clock decides. Within a conversation the clock may have
 * been set back between two rounds, so no memory counts as older than those of earlier rounds.
 */
export const newestFirst = <Memory extends Timed>(memories: readonly Memory[]): Memory[] => {
  const latestMs = new Map<string, number>();
  return memories
    .toSorted((a, b) => a.sequence - b.sequence)
    .map((memory) => {
      const statedAtMs = Math.max(latestMs.get(memory.conversationId) ?? 0, memory.createdAtMs);
      latestMs.set(memory.conversationId, statedAtMs);
      return { memory, statedAtMs };
    })
    .sort(
      (a, b) =>
        b.statedAtMs - a.statedAtMs ||
        b.memory.sequence - a.memory.sequence ||
        b.memory.position - a.memory.position,
    )
    .map(({ memory }) => memory);
};
