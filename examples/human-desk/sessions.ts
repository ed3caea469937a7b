import type { DeskFile, DeskSession, Line } from './desk-session.ts';
import type { SessionFiles } from './session-files.ts';

export interface Establish {
  conversation_id: string;
  email?: string;
  body?: { message_type: 'QUESTION' | 'ANSWER'; text: string }[];
  user_info?: { user_id?: string; anonymous_id?: string; email?: string };
  files?: DeskFile[];
}

const endings: Record<string, string> = {
  TIMEOUT: 'Nobody wrote for too long',
  USER_CLOSED: 'The user has left',
};

/** Closed sessions that the page shows. All of them stay on disk. */
const shownClosed = 100;

/** Answered with 404, so that Frontdesk sends the call again. */
export class UnknownSessionError extends Error {
  constructor() {
    super('There is no such session');
  }
}

/** The sessions of the desk: in memory for the page, and on disk before a call is acknowledged. */
export const createSessions = ({ nowMs, files }: { nowMs: () => number; files: SessionFiles }) => {
  const sessions = new Map(files.readAll().map((session) => [session.conversationId, session]));
  const listeners = new Set<() => void>();

  const store = (session: DeskSession): void => {
    files.write(session);
    sessions.set(session.conversationId, session);
    for (const listener of listeners) listener();
  };

  /** A delivery may arrive twice. The second one changes nothing. */
  const change = (
    conversationId: string,
    callId: string | undefined,
    next: (session: DeskSession) => DeskSession,
  ): void => {
    const session = sessions.get(conversationId);
    if (!session) throw new UnknownSessionError();
    if (callId !== undefined && session.calls.includes(callId)) return;
    const changed = next(session);
    store(callId === undefined ? changed : { ...changed, calls: [...changed.calls, callId] });
  };

  return {
    open: (establish: Establish, callId?: string): void => {
      const { conversation_id: conversationId, email = '', body = [], user_info = {} } = establish;
      const earlier = sessions.get(conversationId);
      if (callId !== undefined && earlier?.calls.includes(callId)) return;
      const lines = body.map(
        ({ message_type, text }): Line => ({
          from: message_type === 'QUESTION' ? 'user' : 'agent',
          text,
          atMs: nowMs(),
        }),
      );
      if (establish.files) lines.push({ from: 'user', text: '', files: establish.files, atMs: nowMs() });
      store({
        conversationId,
        user: user_info.user_id || user_info.anonymous_id || 'Unknown user',
        email: user_info.email || email,
        status: 'open',
        ending: '',
        lines: lines.length > 0 ? lines : (earlier?.lines ?? []),
        unread: 1,
        openedAtMs: nowMs(),
        calls: [...(earlier?.calls ?? []), ...(callId === undefined ? [] : [callId])],
      });
    },
    say: (conversationId: string, line: Omit<Line, 'atMs'>, callId?: string): void =>
      change(conversationId, callId, (session) => ({
        ...session,
        lines: [...session.lines, { ...line, atMs: nowMs() }],
        unread: session.unread + (line.from === 'user' ? 1 : 0),
      })),
    end: (conversationId: string, reason: string, callId?: string): void =>
      change(conversationId, callId, (session) => ({
        ...session,
        status: 'closed',
        ending: endings[reason] ?? reason,
      })),
    markRead: (conversationId: string): void => {
      if (sessions.get(conversationId)?.unread !== 0)
        change(conversationId, undefined, (session) => ({ ...session, unread: 0 }));
    },
    /** Oldest first. */
    list: (): DeskSession[] => {
      const all = [...sessions.values()].sort((left, right) => left.openedAtMs - right.openedAtMs);
      const closed = all.filter(({ status }) => status === 'closed').slice(-shownClosed);
      return [...all.filter(({ status }) => status === 'open'), ...closed];
    },
    listen: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
