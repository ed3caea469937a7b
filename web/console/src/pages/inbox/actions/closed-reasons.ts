import type { InboxSession } from '../../../api/generated.ts';
import type { Labels } from '../../../lib/label-of.ts';

export type ClosedReason = NonNullable<InboxSession['closedReason']>;

export const closedReasonLabels = {
  resolved: 'inbox.reason.resolved',
  no_answer: 'inbox.reason.noAnswer',
  spam: 'inbox.reason.spam',
  other: 'inbox.reason.other',
} as const satisfies Labels<ClosedReason>;
