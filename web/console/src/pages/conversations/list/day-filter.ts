/** First and last day, both inclusive, such as 2026-11-01; an empty text means no filter. */
interface DayFilter {
  from: string;
  until: string;
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Midnight in the operator's time zone, some days later. Calendar days, as a day can have 23 or 25 hours. */
const midnightOf = (day: string, daysLater = 0): number | undefined => {
  if (!dayPattern.test(day)) return undefined;
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date + daysLater).getTime();
};

/** The days as times for the API in milliseconds: `from` inclusive, `before` exclusive. */
export const timesOf = ({ from, until }: DayFilter): { from?: number; before?: number } => {
  const [start, end] = [midnightOf(from), midnightOf(until, 1)];
  return {
    ...(start === undefined ? {} : { from: start }),
    ...(end === undefined ? {} : { before: end }),
  };
};
