import type { Conversation } from '../../../api/generated.ts';

/** As it stands in the address; an empty text is no filter. */
export interface ConversationFilter {
  channel: string;
  userId: string;
  /** 2026-11-01, the first and the last day, both included. */
  from: string;
  until: string;
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Midnight by the operator's clock, so many days after the one named. A day may have 23 or 25 hours. */
const midnightOf = (day: string, daysLater = 0): number | undefined => {
  if (!dayPattern.test(day)) return undefined;
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date + daysLater).getTime();
};

/** The days as the API takes times: from inclusive, before exclusive, in milliseconds. */
export const timesOf = ({
  from,
  until,
}: Pick<ConversationFilter, 'from' | 'until'>): { from?: number; before?: number } => {
  const [start, end] = [midnightOf(from), midnightOf(until, 1)];
  return {
    ...(start === undefined ? {} : { from: start }),
    ...(end === undefined ? {} : { before: end }),
  };
};

/** Of what was found by words, which the API does not narrow further. */
export const passesFilter = (
  { channel, userId, recentChatAt }: Conversation,
  filter: ConversationFilter,
): boolean => {
  const { from = 0, before = Number.POSITIVE_INFINITY } = timesOf(filter);
  const chattedAtMs = Date.parse(recentChatAt);
  return (
    (filter.channel === '' || filter.channel === channel) &&
    (filter.userId === '' || filter.userId === userId) &&
    chattedAtMs >= from &&
    chattedAtMs < before
  );
};
