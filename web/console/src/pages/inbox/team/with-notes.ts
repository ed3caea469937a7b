import type { InboxNote } from '../../../api/generated.ts';
import type { ShownMessage } from '../../conversations/transcript/shown-messages.ts';

export type TimelineEntry = ShownMessage | { kind: 'note'; note: InboxNote };

const timeOf = (shown: ShownMessage): string =>
  shown.kind === 'reply' ? shown.reply.createdAt : shown.message.createdAt;

/**
 * Messages and notes by time. The messages keep their order.
 * @param hasEarlier older messages are not loaded, so notes before the first loaded message are not shown.
 */
export const withNotes = (
  messages: readonly ShownMessage[],
  notes: readonly InboxNote[],
  { hasEarlier }: { hasEarlier: boolean },
): TimelineEntry[] => {
  const first = messages[0];
  const waiting = notes.filter(({ createdAt }) => !hasEarlier || !first || createdAt >= timeOf(first));
  const entries: TimelineEntry[] = [];
  for (const shown of messages) {
    while (waiting[0] && waiting[0].createdAt < timeOf(shown))
      entries.push({ kind: 'note', note: waiting.shift()! });
    entries.push(shown);
  }
  return [...entries, ...waiting.map((note) => ({ kind: 'note' as const, note }))];
};
