/** Most questions that are kept for one agent. */
const maxQueries = 20;
/** Longer questions are not kept, because the browser stores only a few megabytes. */
const maxCharacters = 500;

const keyOf = (agentId: string): string => `frontdesk.retrieval-queries.${agentId}`;

const isText = (value: unknown): value is string => typeof value === 'string';

/** The newest retrieval tests of an agent, kept in this browser. Storage can be blocked or full. */
export const queryHistory = {
  read: (agentId: string): string[] => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(keyOf(agentId)) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isText).slice(0, maxQueries) : [];
    } catch {
      return [];
    }
  },
  /** Returns the new history, newest first. */
  add: (agentId: string, query: string): string[] => {
    const text = query.trim();
    const before = queryHistory.read(agentId);
    if (text === '' || text.length > maxCharacters) return before;
    const after = [text, ...before.filter((one) => one !== text)].slice(0, maxQueries);
    try {
      localStorage.setItem(keyOf(agentId), JSON.stringify(after));
    } catch {
      // The history is a convenience.
    }
    return after;
  },
  clear: (agentId: string): void => {
    try {
      localStorage.removeItem(keyOf(agentId));
    } catch {
      // See above.
    }
  },
};
