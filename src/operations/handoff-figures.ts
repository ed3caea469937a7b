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
  ratings: RatingFigures;
}

type Stars = 1 | 2 | 3 | 4 | 5;

/** How users rated sessions. */
export interface RatingFigures {
  count: number;
  /** null: nobody rated a session. */
  average: number | null;
  /** Number of ratings, by stars from 1 (bad) to 5. */
  stars: Record<Stars, number>;
}

const medianOf = (lists: readonly Float64Array[]): number | null => {
  const length = lists.reduce((sum, list) => sum + list.length, 0);
  if (length === 0) return null;
  const sorted = new Float64Array(length);
  let filled = 0;
  for (const list of lists) {
    sorted.set(list, filled);
    filled += list.length;
  }
  sorted.sort();
  const middle = Math.floor(length / 2);
  return length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

const ratingsOf = (counts: readonly HandoffCount[]): RatingFigures => {
  const stars: RatingFigures['stars'] = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
  let [count, sum] = [0, 0];
  for (const { rating, sessions } of counts) {
    if (rating === null) continue;
    stars[rating as Stars] += sessions;
    count += sessions;
    sum += rating * sessions;
  }
  return { count, average: count === 0 ? null : sum / count, stars };
};

/** Adds up the handoffs of one group. */
export const sumHandoffs = (counts: readonly HandoffCount[]): HandoffFigures => {
  const figures: HandoffFigures = {
    handoffs: 0,
    answered: 0,
    open: 0,
    missed: { notTaken: 0, noReply: 0, userLeft: 0, unreachable: 0 },
    medianFirstReplyMs: medianOf(counts.map(({ firstReplyMs }) => firstReplyMs)),
    closed: { human: 0, user: 0, timeout: 0, operator: 0, unreachable: 0 },
    closedReasons: { resolved: 0, noAnswer: 0, spam: 0, other: 0 },
    ratings: ratingsOf(counts),
  };
  for (const { sessions, answered, missed, closeReason, closedReason } of counts) {
    figures.handoffs += sessions;
    figures.answered += answered;
    if (missed) figures.missed[missedNames[missed]] += sessions;
    if (closeReason) figures.closed[closedNames[closeReason]] += sessions;
    else figures.open += sessions;
    if (closedReason) figures.closedReasons[reasonNames[closedReason]] += sessions;
  }
  return figures;
};
