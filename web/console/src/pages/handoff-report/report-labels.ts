import type { HandoffFigures } from '../../api/generated.ts';
import type { Labels } from '../../lib/label-of.ts';

export type MissedReason = keyof HandoffFigures['missed'];

/** Why the user got no reply. */
export const missedLabels = {
  notTaken: 'handoffReport.missed.notTaken',
  noReply: 'handoffReport.missed.noReply',
  userLeft: 'handoffReport.missed.userLeft',
  unreachable: 'handoffReport.missed.unreachable',
} as const satisfies Labels<MissedReason>;

export const missedReasons = Object.keys(missedLabels) as MissedReason[];

/** What became of a handoff. `other`: the user waits, or the team closed it without a reply. */
export const outcomeLabels = {
  answered: 'handoffReport.answered',
  ...missedLabels,
  other: 'handoffReport.otherOutcome',
} as const satisfies Labels;

/** Who or what ended a handoff. */
export const endingLabels = {
  human: 'humanSessions.closeReason.human',
  user: 'humanSessions.closeReason.user',
  operator: 'humanSessions.closeReason.operator',
  timeout: 'humanSessions.closeReason.timeout',
  unreachable: 'humanSessions.closeReason.unreachable',
} as const satisfies Labels<keyof HandoffFigures['closed']>;

/** Ratings of users, best first. */
export const ratingStars = [
  '5',
  '4',
  '3',
  '2',
  '1',
] as const satisfies (keyof HandoffFigures['ratings']['stars'])[];

/** Reasons of operators who closed sessions in the inbox. */
export const reasonLabels = {
  resolved: 'inbox.reason.resolved',
  noAnswer: 'inbox.reason.noAnswer',
  spam: 'inbox.reason.spam',
  other: 'inbox.reason.other',
} as const satisfies Labels<keyof HandoffFigures['closedReasons']>;
