import { Cron } from 'croner';
import { AppError } from './errors.ts';

const hourMs = 60 * 60 * 1000;
/** A run should end before the next one starts. */
const shortestIntervalMs = 15 * 60 * 1000;
const checkedRuns = 50;

const intervals: Record<string, number> = { hourly: hourMs, daily: 24 * hourMs, weekly: 7 * 24 * hourMs };
export const scheduleNames = ['off', ...Object.keys(intervals)];

const parseCron = (text: string): Cron => {
  if (text.trim().split(/\s+/).length !== 5) throw new Error('it must have five fields');
  return new Cron(text, { timezone: 'UTC' });
};

/** The next time. Null if the schedule is off or has none. */
export const nextTimeMs = (schedule: string, nowMs: number): number | null => {
  if (schedule === 'off') return null;
  const interval = intervals[schedule];
  if (interval !== undefined) return nowMs + interval;
  return parseCron(schedule).nextRun(new Date(nowMs))?.getTime() ?? null;
};

/** Throws if the schedule is neither a name nor a cron expression whose runs are far enough apart. */
export const requireSchedule = (schedule: string, nowMs: number): void => {
  if (scheduleNames.includes(schedule)) return;
  let times: number[];
  try {
    times = parseCron(schedule)
      .nextRuns(checkedRuns, new Date(nowMs))
      .map((time) => time.getTime());
  } catch (error) {
    const names = scheduleNames.join(', ');
    const why = (error as Error).message.replace(/^CronPattern: /, '');
    throw new AppError('invalidParameter', `schedule must be one of ${names}, or a cron expression: ${why}`);
  }
  if (times.length === 0)
    throw new AppError('invalidParameter', 'schedule: the cron expression has no next time');
  if (times.some((time, index) => index > 0 && time - times[index - 1]! < shortestIntervalMs))
    throw new AppError('invalidParameter', 'schedule: two runs must be at least 15 minutes apart');
};
