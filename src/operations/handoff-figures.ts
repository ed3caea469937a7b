import type { HandoffCount } from './handoff-report-store.ts';

type MissedReason = NonNullable<HandoffCount['missed']>;
type CloseReason = NonNullable<HandoffCount['closeReason']>;
type ClosedReason = NonNullable<HandoffCount['closedReason']>;

const missedNames = {
  not_taken: 'notTaken',
  no_reply: 'noReply',
  user_left: 'userLeft',
  unreachable: 'unreachable',
} as const satisfies Record<MissedReason, string>;

const closedNames = {
  HUMAN_CLOSED: 'human',
  USER_CLOSED: 'user',
  TIMEOUT: 'timeout',
  OPERATOR_CLOSED: 'operator',
  UNREACHABLE: 'unreachable',
} as const satisfies Record<CloseReason, string>;

const reasonNames = {
  resolved: 'resolved',
  no_answer: 'noAnswer',
  spam: 'spam',
  other: 'other',
} as const satisfies Record<ClosedReason, string>;

type Counts<Names extends Record<string, string>> = Record<Names[keyof Names], number>;

/** Numbers of handoffs in a group, for example of an agent on a day. */
export interface HandoffFigures {
  handoffs: number;
  /** A person replied. */
  answered: number;
  /** Not closed yet. */
  open: number;
  missed: Counts<typeof missedNames>;
  /** Median of the time from the start to the first reply. null: nobody replied. */
  medianFirstReplyMs: number | null;
  /** Who or what ended them. */
  closed: Counts<typeof closedNames>;
  /** Reasons of operators who closed them in the inbox. */
  closedReasons: Counts<typeof reasonNames>;
}

const medianOf = (values: readonly number[]): number | null => {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** Adds up the handoffs of one group. */
export const sumHandoffs = (counts: readonly HandoffCount[]): HandoffFigures => {
  const figures: HandoffFigures = {
    handoffs: 0,
    answered: 0,
    open: 0,
    missed: { notTaken: 0, noReply: 0, userLeft: 0, unreachable: 0 },
    medianFirstReplyMs: medianOf(counts.flatMap(({ firstReplyMs }) => firstReplyMs)),
    closed: { human: 0, user: 0, timeout: 0, operator: 0, unreachable: 0 },
    closedReasons: { resolved: 0, noAnswer: 0, spam: 0, other: 0 },
  };
  for (const { sessions, status, hasReplied, missed, closeReason, closedReason } of counts) {
    figures.handoffs += sessions;
    if (hasReplied === 1) figures.answered += sessions;
    if (status !== 'closed') figures.open += sessions;
    if (missed) figures.missed[missedNames[missed]] += sessions;
    if (closeReason) figures.closed[closedNames[closeReason]] += sessions;
    if (closedReason) figures.closedReasons[reasonNames[closedReason]] += sessions;
  }
  return figures;
};
