import { Type } from 'typebox';
import { localDayOf } from '../../../analytics/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { dayName, longestDays, ordinaryDays } from '../wire/day-range.ts';

const dayMs = 86_400_000;
const DayText = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2026-08-01'] });

/** Query of a report over whole days. */
export const PeriodQuery = {
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: longestDays,
      description: `Number of days up to \`to\`, unless \`from\` is given. Default: ${ordinaryDays}`,
    }),
  ),
  from: Type.Optional({ ...DayText, description: 'First day' }),
  to: Type.Optional({ ...DayText, description: 'Last day, inclusive. Default: today' }),
  agentId: Type.Optional(Type.String({ description: 'Default: all agents of the workspace' })),
  channel: Type.Optional(Type.String({ description: 'Default: all channels', examples: ['WIDGET'] })),
};

/** Days since the epoch. */
export interface Period {
  firstDay: number;
  /** Inclusive. */
  lastDay: number;
}

interface PeriodQueryValues {
  days?: number;
  from?: string;
  to?: string;
}

const readDay = (name: string, text: string): number => {
  const timeMs = Date.parse(`${text}T00:00:00Z`);
  // Date accepts the 31st of each month.
  if (Number.isNaN(timeMs) || dayName(timeMs / dayMs) !== text)
    throw new AppError('invalidParameter', `${name}: there is no such day`);
  return timeMs / dayMs;
};

export const readPeriod = (
  { days = ordinaryDays, from, to }: PeriodQueryValues,
  timeZone: string,
  nowMs: number,
): Period => {
  const lastDay = to === undefined ? localDayOf(timeZone, nowMs) : readDay('to', to);
  const firstDay = from === undefined ? lastDay - days + 1 : readDay('from', from);
  if (firstDay > lastDay) throw new AppError('invalidParameter', 'from: must not be after to');
  if (lastDay - firstDay >= longestDays)
    throw new AppError('invalidParameter', `from: a report covers at most ${longestDays} days`);
  return { firstDay, lastDay };
};

/** The days of the same number before a period. */
export const periodBefore = ({ firstDay, lastDay }: Period): Period => ({
  firstDay: firstDay - (lastDay - firstDay + 1),
  lastDay: firstDay - 1,
});
