import { activeLocale } from '../messages/translate.ts';

/** "Nov 2" for the calendar day 2026-11-02, in the viewer's locale. */
export const formatDay = (day: string): string =>
  // A calendar day has no time zone: it is read and written in UTC.
  new Date(`${day}T00:00:00Z`).toLocaleDateString(activeLocale(), {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
