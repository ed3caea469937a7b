import type { NotificationKind, PendingEvent } from './notification-store.ts';

export interface Reader {
  operatorId: string;
  events: readonly NotificationKind[];
  /** undefined: all agents. */
  agentIds: readonly string[] | undefined;
}

export type Digest = Record<NotificationKind, number>;

/** Whether it still has to be reported: a session that somebody has taken meanwhile does not wait any more. */
const isCurrent = (event: PendingEvent): boolean => {
  const isOpen = event.status !== 'closed';
  if (event.kind === 'waiting') return isOpen && event.assignee_id === null && event.waiting_since !== null;
  if (event.kind === 'assigned') return isOpen && event.assignee_id === event.operator_id;
  if (event.kind === 'replied')
    return isOpen && event.assignee_id === event.operator_id && event.waiting_since !== null;
  return true;
};

/** Number of sessions of each kind for one reader. undefined: there is nothing to report. */
export const digestOf = (
  events: readonly PendingEvent[],
  { operatorId, events: kinds, agentIds }: Reader,
): Digest | undefined => {
  const sessions: Record<NotificationKind, Set<string>> = {
    waiting: new Set(),
    assigned: new Set(),
    mentioned: new Set(),
    replied: new Set(),
    missed: new Set(),
  };
  for (const event of events) {
    const isForReader = event.operator_id === null || event.operator_id === operatorId;
    const isChosen = kinds.includes(event.kind) && (agentIds?.includes(event.agent_id) ?? true);
    if (isForReader && isChosen && isCurrent(event)) sessions[event.kind].add(event.session_id);
  }
  const counts = Object.entries(sessions).map(([kind, ids]) => [kind, ids.size] as const);
  return counts.every(([, count]) => count === 0) ? undefined : (Object.fromEntries(counts) as Digest);
};
