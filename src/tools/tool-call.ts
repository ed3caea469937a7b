/** On whose behalf a tool is called. */
export interface ToolCaller {
  /** Whose budget in the sandbox is used. */
  workspaceId: string;
  userId: string;
  /** Whether anybody vouches for the user_id: the developer, or the site by user_hash. */
  isUserProven: boolean;
  conversationId: string;
  signal: AbortSignal;
}

export interface ToolAnswer {
  /** What the model reads: the tool's answer, or what went wrong in words it can act on. */
  text: string;
  isError: boolean;
  /** For the trace; may name hosts and so is not for the model. */
  detail?: string;
}

export const toolFailure = (text: string, detail?: string): ToolAnswer => ({
  text,
  isError: true,
  ...(detail === undefined ? {} : { detail }),
});

const isPlain = (id: string): boolean => /^[\x21-\x7e]+$/.test(id) && !id.includes('%');

/**
 * An id in a header: as it is where it is plain, percent-encoded where a header could not carry it or `%`
 * would make two users look alike. A receiver that decodes percent signs reads every id right.
 */
export const headerValue = (id: string): string => (isPlain(id) ? id : encodeURIComponent(id.toWellFormed()));

export const callerHeaders = ({
  userId,
  isUserProven,
  conversationId,
}: Pick<ToolCaller, 'userId' | 'isUserProven' | 'conversationId'>): Record<string, string> => ({
  'x-user-id': headerValue(userId),
  'x-user-proven': String(isUserProven),
  'x-conversation-id': headerValue(conversationId),
});

/** Configured headers, then ours: a configured X-User-Id must not stand in for the real one. Blank ones are not sent. */
export const toolHeaders = (
  configured: Record<string, string>,
  ours: Record<string, string>,
): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(configured)) {
    if (value.trim() !== '') headers[name.toLowerCase()] = value.trim();
  }
  return { ...headers, ...ours };
};
