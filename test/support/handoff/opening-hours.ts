import { weekdays } from '../../../src/lib/opening-hours/opening-hours.ts';

/** Never open within the next year. */
export const closedHours = { timeZone: 'Europe/Berlin', weekly: [], exceptions: [] };

export const openHours = {
  timeZone: 'Europe/Berlin',
  weekly: weekdays.map((day) => ({ day, from: '00:00', to: '24:00' })),
  exceptions: [],
};

/** Closed now, and open from 09:00 on a date in about two days. */
export const opensLater = () => ({
  ...closedHours,
  exceptions: [
    {
      date: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
      ranges: [{ from: '09:00', to: '17:00' }],
    },
  ],
});

/** Settings of an inbox with these opening hours. */
export const inboxWithHours = (hours: typeof openHours | ReturnType<typeof opensLater> | null) => ({
  assignment: 'manual' as const,
  maxOpenPerPerson: 5,
  survey: false,
  hours,
});
