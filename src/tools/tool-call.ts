/** The user and conversation of a tool call. */
export interface ToolCaller {
  /** Workspace whose sandbox budget is used. */
  workspaceId: string;
  userId: string;
  /** Whether the user_id is verified: by the developer, or by the site with user_hash. */
  isUserProven: boolean;
  conversationId: string;
  signal: AbortSignal;
}

export interface ToolAnswer {
  /** Text for the model: the tool's answer, or an error it can act on. */
  text: string;
  isError: boolean;
  /** For the trace. May contain host names, so it is not for the model. */
  detail?: string;
}

export const toolFailure = (text: string, detail?: string): ToolAnswer => ({
  text,
  isError: true,
  ...(detail === undefined ? {} : { detail }),
});

const isPlain = (id: string): boolean => /^[\x21-\x7e]+$/.test(id) && !id.includes('%');

/**
 * An id in a header: unchanged if it is plain, percent-encoded if a header cannot contain it or `%`
 * would make two users equal. A receiver that decodes percent-encoding reads every id correctly.
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

/** Configured headers, then ours: a configured X-User-Id must not replace the real one. Empty ones are not sent. */
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
