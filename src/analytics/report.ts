import type { Handle } from '../db/index.ts';
import { counterNames, durationNames, type Figures, noFigures } from './figures.ts';
import { addHistogram, type Histogram } from './histogram.ts';
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
const usersOf = (absences: Histogram, day: number, firstDay: number): UserCounts => {
  let active = 0;
  for (const [absence, users] of absences) if (absence === 0 || absence > day - firstDay) active += users;
  return { active, fresh: absences.get(0) ?? 0 };
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
  for (const { day, figures } of days) {
    addDay(total.figures, figures);
    const { active, fresh } = usersOf(figures.histograms.absences, day, filter.firstDay);
    total.users = { active: total.users.active + active, fresh: total.users.fresh + fresh };
  }
  return {
    total,
    days: days.map(({ day, figures }) => ({
      day,
      figures,
      users: usersOf(figures.histograms.absences, day, day),
    })),
  };
};
