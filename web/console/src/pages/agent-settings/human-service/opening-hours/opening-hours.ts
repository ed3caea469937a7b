import type { AgentSettings } from '../../../../api/generated.ts';
import { activeLocale, t } from '../../../../messages/translate.ts';

export type OpeningHours = NonNullable<AgentSettings['humanService']['inbox']['hours']>;
export type Weekday = OpeningHours['weekly'][number]['day'];
export type TimeRange = OpeningHours['exceptions'][number]['ranges'][number];

export const weekdays: readonly Weekday[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
];

/** As in the service. */
export const mostRanges = 10;
export const mostExceptions = 400;

const workday: TimeRange = { from: '09:00', to: '17:00' };
const endOfDay = '24:00';
const dayMs = 86_400_000;

/** "Monday" in the language of the console. */
export const weekdayName = (day: Weekday): string =>
  // 1 January 2024 was a Monday.
  new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(day))).toLocaleDateString(activeLocale(), {
    weekday: 'long',
    timeZone: 'UTC',
  });

/** Suggested when somebody turns off "Always open". */
export const suggestHours = (): OpeningHours => ({
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  weekly: weekdays.slice(0, 5).map((day) => ({ day, ...workday })),
  exceptions: [],
});

export const rangesOf = ({ weekly }: OpeningHours, day: Weekday): TimeRange[] =>
  weekly.filter((range) => range.day === day).map(({ from, to }) => ({ from, to }));

/** The weekly hours with other ranges on one day, in the order of the days. */
export const withRanges = (
  hours: OpeningHours,
  changed: Weekday,
  ranges: readonly TimeRange[],
): OpeningHours['weekly'] =>
  weekdays.flatMap((day) =>
    (day === changed ? ranges : rangesOf(hours, day)).map((range) => ({ day, ...range })),
  );

/** A range after the last one of the day: of a working day if it is empty, otherwise to the end of the day. */
export const nextRange = (ranges: readonly TimeRange[]): TimeRange => {
  const last = ranges
    .map(({ to }) => to)
    .sort()
    .at(-1);
  return last === undefined ? workday : { from: last === endOfDay ? '' : last, to: endOfDay };
};

/** The first date from tomorrow on that has no exception yet. */
export const nextDate = ({ exceptions }: OpeningHours, nowMs: number): string => {
  const taken = new Set(exceptions.map(({ date }) => date));
  for (let timeMs = nowMs + dayMs; ; timeMs += dayMs) {
    const date = new Date(timeMs).toISOString().slice(0, 10);
    if (!taken.has(date)) return date;
  }
};

/** Time fields of browsers end at 23:59, so 00:00 is shown for the end of the day. */
export const toField = (time: string): string => (time === endOfDay ? '00:00' : time);
export const endFromField = (time: string): string => (time === '00:00' ? endOfDay : time);

export interface HoursProblem {
  /** timeZone, weekly, exceptions, a weekday, or the index of an exception. */
  place: string | number;
  rule: string;
}

const pattern =
  /^settings\.humanService\.inbox\.hours\.(timeZone|weekly|exceptions)(?:\[(\d+)\][^\s:]*| \(([\w-]+)\))?:? (.+)$/s;

/** Where the service found an error in these hours. Undefined for errors of other settings. */
export const problemIn = (failure: string | undefined, hours: OpeningHours): HoursProblem | undefined => {
  const match = pattern.exec(failure ?? '');
  if (!match) return undefined;
  const [, field = '', index, name, told = ''] = match;
  // Browsers give an empty text for an incomplete time or date. The pattern of the service does not help people.
  const rule = told.startsWith('must match') ? t('agentSettings.humanService.hours.incomplete') : told;
  if (field === 'timeZone') return { place: field, rule };
  if (field === 'weekly')
    return {
      place: name ?? (index === undefined ? undefined : hours.weekly[Number(index)]?.day) ?? field,
      rule,
    };
  const date = name ?? rule.split(' ')[0];
  const found =
    index === undefined ? hours.exceptions.findLastIndex((one) => one.date === date) : Number(index);
  return { place: found < 0 ? field : found, rule };
};
