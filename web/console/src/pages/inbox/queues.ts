import type { InboxSession } from '../../api/generated.ts';
import type { Labels } from '../../lib/label-of.ts';

export type Queue = 'waiting' | 'mine' | 'open' | 'left_message' | 'snoozed' | 'mentions' | 'closed';

/** In the order of the tabs. */
export const queueLabels = {
  waiting: 'inbox.queue.waiting',
  mine: 'inbox.queue.mine',
  open: 'inbox.queue.open',
  left_message: 'inbox.queue.left',
  snoozed: 'inboxTeam.queue.snoozed',
  mentions: 'inboxTeam.queue.mentions',
  closed: 'inbox.queue.closed',
} as const satisfies Labels<Queue>;

export const isQueue = (text: string): text is Queue => Object.hasOwn(queueLabels, text);

/** Whether a session is listed in a queue. The service decides the same way. */
export const belongsTo = (
  { status, assignee, snoozedUntil, mentionedIds }: InboxSession,
  queue: Queue,
  myId: string,
): boolean => {
  if (queue === 'mentions') return mentionedIds.includes(myId);
  if (queue === 'closed') return status === 'closed';
  if (status === 'closed') return false;
  if (queue === 'left_message' || status === 'left_message')
    return (queue === 'left_message') === (status === 'left_message');
  if (queue === 'snoozed' || snoozedUntil !== null) return (queue === 'snoozed') === (snoozedUntil !== null);
  if (queue === 'waiting') return assignee === null;
  return queue === 'open' || assignee?.id === myId;
};

export interface SessionPage {
  items: InboxSession[];
  nextCursor: string | null;
}

/** Open sessions and left messages: oldest first. Closed sessions and mentions: newest first. */
const isBefore = (a: InboxSession, b: InboxSession, queue: Queue): boolean => {
  const [first, second] = queue === 'closed' || queue === 'mentions' ? [b, a] : [a, b];
  const timeOf = ({ createdAt, closedAt }: InboxSession): string =>
    (queue === 'closed' ? closedAt : null) ?? createdAt;
  const [firstTime, secondTime] = [timeOf(first), timeOf(second)];
  return firstTime === secondTime ? first.id < second.id : firstTime < secondTime;
};

interface Filter {
  queue: Queue;
  myId: string;
  agentId: string;
  labelId: string;
  /** Only sessions in which nobody replied to the user. */
  isMissed: boolean;
}

/**
 * The loaded pages of a queue after a session changed. A session that belongs to a page that is not loaded is not added.
 * An older version than the known one changes nothing.
 */
export const applyChange = (
  pages: readonly SessionPage[],
  changed: InboxSession,
  { queue, myId, agentId, labelId, isMissed }: Filter,
): SessionPage[] => {
  const known = pages.flatMap(({ items }) => items).find(({ id }) => id === changed.id);
  if (known && known.version >= changed.version) return [...pages];
  // Mentions that were seen stay in the list until it is read again.
  const belongs = belongsTo(changed, queue, myId) || (queue === 'mentions' && known !== undefined);
  const isListed =
    belongs &&
    (agentId === '' || changed.agentId === agentId) &&
    (labelId === '' || changed.labelIds.includes(labelId)) &&
    (!isMissed || changed.missed !== null);
  // Times by which the list is ordered do not change while a session is in its queue.
  if (known && isListed)
    return pages.map((page) => ({
      ...page,
      items: page.items.map((item) => (item.id === changed.id ? changed : item)),
    }));
  const without = pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => id !== changed.id) }));
  if (!isListed) return without;
  const index = without.findIndex(
    ({ items, nextCursor }) => nextCursor === null || items.some((item) => isBefore(changed, item, queue)),
  );
  return without.map((page, at) => {
    if (at !== index) return page;
    const next = page.items.findIndex((item) => isBefore(changed, item, queue));
    return { ...page, items: page.items.toSpliced(next === -1 ? page.items.length : next, 0, changed) };
  });
};
