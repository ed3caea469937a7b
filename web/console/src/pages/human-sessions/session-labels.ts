import type { Labels } from '../../lib/label-of.ts';

/** Who asked for a person. */
export const triggerLabels = {
  phrase: 'humanSessions.trigger.user',
  button: 'humanSessions.trigger.user',
  tool: 'humanSessions.trigger.agent',
  flow: 'humanSessions.trigger.flow',
  operator: 'humanSessions.trigger.operator',
} as const satisfies Labels;

/** Why the user got no reply. */
export const missedLabels = {
  not_taken: 'humanSessions.missed.notTaken',
  no_reply: 'humanSessions.missed.noReply',
  user_left: 'humanSessions.missed.userLeft',
  unreachable: 'humanSessions.missed.unreachable',
} as const satisfies Labels;

/** Who or what ended a human session. */
export const closeReasonLabels = {
  HUMAN_CLOSED: 'humanSessions.closeReason.human',
  USER_CLOSED: 'humanSessions.closeReason.user',
  OPERATOR_CLOSED: 'humanSessions.closeReason.operator',
  TIMEOUT: 'humanSessions.closeReason.timeout',
  UNREACHABLE: 'humanSessions.closeReason.unreachable',
} as const satisfies Labels;
