import { readDatetime } from '../values/read-datetime.ts';

/** Order of day and month in dates such as 03/04/2026. */
export type DateOrder = 'dmy' | 'mdy';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthNames =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;
const longest = 40;

const timeOfDay = /^(.*?)[\sT,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?$/i;

interface Parts {
  date: string;
  hour: number;
  minute: string;
  second: string;
}

const splitTime = (text: string): Parts | undefined => {
  const match = timeOfDay.exec(text);
  if (!match) return { date: text, hour: 0, minute: '00', second: '00' };
  const [, date = '', hourText, minute = '00', second = '00', half] = match;
  const hour = Number(hourText);
  if (half === undefined) return { date, hour, minute, second };
  if (hour < 1 || hour > 12) return undefined;
  return { date, hour: (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0), minute, second };
};

/** Years of two digits are from 1970 to 2069. */
const fullYear = (text: string): number =>
  text.length === 2 ? Number(text) + (Number(text) < 70 ? 2000 : 1900) : Number(text);

interface Numeric {
  parts: [string, string];
  year: string;
  /** Dates with dots are written with the day first everywhere. */
  hasDots: boolean;
}

const numericOf = (date: string): Numeric | undefined => {
  const [, first, separator, second, year] =
    /^(\d{1,2})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})\.?$/.exec(date) ?? [];
  if (first === undefined || second === undefined || year === undefined) return undefined;
  return { parts: [first, second], year, hasDots: separator === '.' };
};

interface Calendar {
  year: number;
  month: number;
  day: number;
}

const monthOf = (name: string): number =>
  monthNames.test(name) ? months.indexOf(name.slice(0, 3).toLowerCase()) + 1 : 0;

const readCalendar = (date: string, order: DateOrder | null): Calendar | undefined => {
  const numeric = numericOf(date);
  if (numeric) {
    const [first, second] = numeric.parts.map(Number) as [number, number];
    const own = numeric.hasDots || first > 12 ? 'dmy' : second > 12 ? 'mdy' : order;
    if (own === null) return undefined;
    const [day, month] = own === 'dmy' ? [first, second] : [second, first];
    return { year: fullYear(numeric.year), month, day };
  }
  const yearFirst = /^(\d{4})\s?[./年-]\s?(\d{1,2})\s?[./月-]\s?(\d{1,2})日?$/.exec(date);
  if (yearFirst)
    return { year: Number(yearFirst[1]), month: Number(yearFirst[2]), day: Number(yearFirst[3]) };
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d{2})$/i.exec(date);
  if (dayFirst)
    return { year: fullYear(dayFirst[3]!), month: monthOf(dayFirst[2]!), day: Number(dayFirst[1]) };
  const monthFirst = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/i.exec(date);
  if (monthFirst)
    return { year: Number(monthFirst[3]), month: monthOf(monthFirst[1]!), day: Number(monthFirst[2]) };
  return undefined;
};

/**
 * Reads a date as people write it, in the form of `readDatetime`: ISO 8601, 2026/1/31, 2026年1月31日, 31.1.2026,
 * 31/01/2026, 1/31/26, 31 Jan 2026, January 31, 2026, each with an optional time of day. Undefined for another
 * text, and for 03/04/2026 without an order.
 */
export const readDate = (text: string, order: DateOrder | null): string | undefined => {
  if (text.length > longest) return undefined;
  const iso = readDatetime(text);
  if (iso !== undefined) return iso;
  const parts = splitTime(text);
  const calendar = parts && readCalendar(parts.date.trim(), order);
  if (!parts || !calendar) return undefined;
  const pad = (value: number, length = 2): string => String(value).padStart(length, '0');
  return readDatetime(
    `${pad(calendar.year, 4)}-${pad(calendar.month)}-${pad(calendar.day)} ${pad(parts.hour)}:${parts.minute}:${parts.second}`,
  );
};

/** Whether it is a date in any order. */
export const isDate = (text: string): boolean =>
  readDate(text, 'dmy') !== undefined || readDate(text, 'mdy') !== undefined;

/** The order that the dates of a column prove, and whether some of them need it. */
export const dateOrderOf = (cells: Iterable<string>): { order: DateOrder | null; isNeeded: boolean } => {
  const proven = new Set<DateOrder>();
  let isNeeded = false;
  for (const cell of cells) {
    const numeric = cell.length > longest ? undefined : numericOf(splitTime(cell)?.date.trim() ?? '');
    if (!numeric || numeric.hasDots) continue;
    const [first, second] = numeric.parts.map(Number) as [number, number];
    if (first > 12) proven.add('dmy');
    else if (second > 12) proven.add('mdy');
    else if (first !== second) isNeeded = true;
  }
  return { order: proven.size === 1 ? [...proven][0]! : null, isNeeded };
};
