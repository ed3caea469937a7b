/**
 * The session that this person has just assigned to themself, in any tab: the change that follows is no news for them. In the
 * storage of the browser, because another tab may get the change first.
 */
const storageKey = 'frontdesk.inbox.own-assignment';
/** All tabs get a change within this time. */
const rememberedMs = 10_000;

/** Call it before the request, because the change may arrive before the response. */
export const noteOwnAssignment = (sessionId: string): void =>
  localStorage.setItem(storageKey, JSON.stringify({ sessionId, atMs: Date.now() }));

export const isOwnAssignment = (sessionId: string): boolean => {
  const noted = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as {
    sessionId: string;
    atMs: number;
  } | null;
  return noted?.sessionId === sessionId && Date.now() - noted.atMs < rememberedMs;
};
