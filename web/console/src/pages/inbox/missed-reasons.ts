import type { Labels } from '../../lib/label-of.ts';

/** Why the user got no reply. */
export const missedReasonLabels = {
  not_taken: 'inbox.missed.notTaken',
  no_reply: 'inbox.missed.noReply',
  user_left: 'inbox.missed.userLeft',
  unreachable: 'inbox.missed.unreachable',
} as const satisfies Labels;
