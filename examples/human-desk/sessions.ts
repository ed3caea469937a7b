export interface Line {
  from: 'user' | 'agent' | 'person';
  text: string;
  atMs: number;
}

export interface DeskSession {
  conversationId: string;
  user: string;
  email: string;
  status: 'open' | 'closed';
  /** Why it is closed, in words for the person at the desk. */
  ending: string;
  lines: Line[];
}

export interface Establish {
  conversation_id: string;
  email?: string;
  body?: { message_type: 'QUESTION' | 'ANSWER'; text: string }[];
  user_info?: { user_id?: string; anonymous_id?: string; email?: string };
}

const endings: Record<string, string> = {
  TIMEOUT: 'Nobody wrote for too long',
  USER_CLOSED: 'The user has left',
};

/** What the desk knows, in memory: a real human service would keep it in its own database. */
export const createSessions = ({ nowMs }: { nowMs: () => number }) => {
  const sessions = new Map<string, DeskSession>();
  const seen = new Set<string>();
  const listeners = new Set<() => void>();

  const change = (): void => {
    for (const listener of listeners) listener();
  };

  return {
    /** Deliveries come at least once: a call whose webhook-id is known has been dealt with. */
    isRepeated: (webhookId: string | undefined): boolean => {
      if (webhookId === undefined) return false;
      if (seen.has(webhookId)) return true;
      seen.add(webhookId);
      return false;
    },
    open: ({ conversation_id, email = '', body = [], user_info = {} }: Establish): void => {
      const earlier = sessions.get(conversation_id)?.lines ?? [];
      const context = body.map(
        ({ message_type, text }): Line => ({
          from: message_type === 'QUESTION' ? 'user' : 'agent',
          text,
          atMs: nowMs(),
        }),
      );
      sessions.delete(conversation_id);
      sessions.set(conversation_id, {
        conversationId: conversation_id,
        user: user_info.user_id || user_info.anonymous_id || 'Unknown user',
        email: user_info.email || email,
        status: 'open',
        ending: '',
        lines: context.length > 0 ? context : earlier,
      });
      change();
    },
    say: (conversationId: string, from: Line['from'], text: string): void => {
      sessions.get(conversationId)?.lines.push({ from, text, atMs: nowMs() });
      change();
    },
    end: (conversationId: string, reason: string): void => {
      const session = sessions.get(conversationId);
      if (session) Object.assign(session, { status: 'closed', ending: endings[reason] ?? reason });
      change();
    },
    list: (): DeskSession[] => [...sessions.values()],
    listen: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

export type Sessions = ReturnType<typeof createSessions>;
