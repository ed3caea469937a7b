/** An unsent reply. `key` is the Idempotency-Key of an attempt whose result is unknown. */
export interface ReplyDraft {
  text: string;
  /** The newest reply of a person when this one was started. Empty: there was none. */
  after?: string | undefined;
  key?: string | undefined;
}

const nameOf = (operatorId: string, sessionId: string): string =>
  `frontdesk.inbox.draft.${operatorId}.${sessionId}`;

/** Unsent replies of an operator in this browser. They survive a reload and the end of the session. */
export const replyDrafts = {
  read: (operatorId: string, sessionId: string): ReplyDraft => {
    try {
      const { text, after, key } = JSON.parse(localStorage.getItem(nameOf(operatorId, sessionId)) ?? '{}');
      return {
        text: typeof text === 'string' ? text : '',
        after: typeof after === 'string' ? after : undefined,
        key: typeof key === 'string' ? key : undefined,
      };
    } catch {
      // Storage is blocked or damaged.
      return { text: '' };
    }
  },
  write: (operatorId: string, sessionId: string, draft: ReplyDraft): void => {
    try {
      if (draft.text === '') localStorage.removeItem(nameOf(operatorId, sessionId));
      else localStorage.setItem(nameOf(operatorId, sessionId), JSON.stringify(draft));
    } catch {
      // Storage is blocked or full: the text is kept while the page is open.
    }
  },
};
