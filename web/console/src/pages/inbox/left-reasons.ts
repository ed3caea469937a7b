import type { InboxSession } from '../../api/generated.ts';
import type { Labels } from '../../lib/label-of.ts';

type Reason = NonNullable<InboxSession['leftMessage']>['reason'];

/** Why the user left a message. */
export const leftReasonLabels = {
  outside_hours: 'inbox.left.outsideHours',
  not_taken: 'inbox.left.notTaken',
  no_reply: 'inbox.left.noReply',
} as const satisfies Labels<Reason>;
