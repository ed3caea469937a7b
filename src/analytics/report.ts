import type { Handle } from '../db/index.ts';
import { counterNames, durationNames, type Figures, noFigures } from './figures.ts';
import { addHistogram, eachBucket } from './histogram.ts';
import { type ReportFilter, readDays } from './report-store.ts';

export interface UserCounts {
  /** Different users who wrote. */
  active: number;
  /** Those of them who had never written before. */
  fresh: number;
}

export interface PeriodFigures {
  figures: Figures;
  users: UserCounts;
}

export interface Report {
  total: PeriodFigures;
  /** Oldest first; days without activity are absent. */
  days: ({ day: number } & PeriodFigures)[];
}

/**
 * Different users since `firstDay`: a user counts on the first of these days on which they wrote, which is the one whose
 * absence began before `firstDay`.
 */
const usersOf = (absences: string, day: number, firstDay: number): UserCounts => {
  const users = { active: 0, fresh: 0 };
  eachBucket(absences, (absence, count) => {
    if (absence === 0) users.fresh += count;
    if (absence === 0 || absence > day - firstDay) users.active += count;
  });
  return users;
};

/** Absences of a period are not added up: whether they count depends on the day. */
const addDay = (to: Figures, from: Figures): void => {
  for (const name of counterNames) to.counters[name] += from.counters[name];
  for (const name of durationNames) addHistogram(to.histograms[name], from.histograms[name]);
};

/** The figures of a period and of each of its days. */
export const readReport = async (db: Handle, filter: ReportFilter): Promise<Report> => {
  const days = await readDays(db, filter);
  const total: PeriodFigures = { figures: noFigures(), users: { active: 0, fresh: 0 } };
  for (const { day, figures, absences } of days) {
    addDay(total.figures, figures);
    const { active, fresh } = usersOf(absences, day, filter.firstDay);
    total.users = { active: total.users.active + active, fresh: total.users.fresh + fresh };
  }
  return {
    total,
    days: days.map(({ day, figures, absences }) => ({
      day,
      figures,
      users: usersOf(absences, day, day),
    })),
  };
};
