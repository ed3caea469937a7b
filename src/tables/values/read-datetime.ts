const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

const offsetMs = (zone: string | undefined): number => {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone.startsWith('-') ? -1 : 1) * minutes * 60_000;
};

/**
 * Reads `YYYY-MM-DD HH:MM:SS` or ISO 8601. Defaults are midnight and UTC; fractions of a second are
 * removed. Undefined for an invalid date such as 30 February.
 */
export const readDatetime = (text: string): string | undefined => {
  const match = pattern.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // A day that the month does not have becomes a day of the next month.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  date.setUTCHours(hour, minute, second);
  const moment = new Date(date.getTime() - offsetMs(match[7]));
  const inRange = moment.getUTCFullYear() >= 0 && moment.getUTCFullYear() <= 9999;
  return inRange ? moment.toISOString().slice(0, 19).replace('T', ' ') : undefined;
};
