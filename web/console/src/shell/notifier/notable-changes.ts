import type { InboxSession, NotificationSettings } from '../../api/generated.ts';

type Kind = NotificationSettings['events'][number];
type Seen = Pick<
  InboxSession,
  'id' | 'version' | 'status' | 'assignee' | 'unread' | 'missed' | 'agentId' | 'mentionedIds'
>;

/**
 * What happened to a session that the operator wants to know. `before` is undefined for a session that was not known: it is
 * new, or it was assigned so quickly that nobody saw it waiting.
 */
const kindOf = (before: Seen | undefined, after: Seen, operatorId: string): Kind | undefined => {
  if (before && after.mentionedIds.includes(operatorId) && !before.mentionedIds.includes(operatorId))
    return 'mentioned';
  if (after.status === 'closed')
    return after.missed !== null && before?.status !== 'closed' ? 'missed' : undefined;
  // Nobody waits any more. The operators were told when the user asked for a person.
  if (after.status === 'left_message' && (before === undefined || after.assignee === null)) return undefined;
  if (after.assignee === null)
    return before === undefined || before.assignee !== null ? 'waiting' : undefined;
  if (after.assignee.id !== operatorId) return undefined;
  if (before?.assignee?.id !== operatorId) return 'assigned';
  return before && after.unread > before.unread ? 'replied' : undefined;
};

/** Remembers sessions and returns what an operator is notified of. Each change is reported once. */
export const createNotableChanges = (
  operatorId: string,
  /** The operator has just taken the session themself. */
  isOwnAssignment: (sessionId: string) => boolean = () => false,
) => {
  const seen = new Map<string, Seen>();
  /** Sessions that exist at the start, which are not reported. */
  const know = (sessions: readonly Seen[]): void => {
    for (const session of sessions) if (!seen.has(session.id)) seen.set(session.id, session);
  };
  const changesOf = (sessions: readonly Seen[], { events, agentIds }: NotificationSettings): Set<Kind> => {
    const found = new Set<Kind>();
    for (const session of sessions) {
      const before = seen.get(session.id);
      if (before && before.version >= session.version) continue;
      seen.set(session.id, session);
      const kind = kindOf(before, session, operatorId);
      if (kind === 'assigned' && isOwnAssignment(session.id)) continue;
      if (kind && events.includes(kind) && (agentIds?.includes(session.agentId) ?? true)) found.add(kind);
    }
    return found;
  };
  return { know, changesOf };
};
