import { fromSecondsOrMs } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';

export interface TimeRange {
  startMs: number | undefined;
  endMs: number | undefined;
}

/** Both ends in seconds or milliseconds, both inclusive: an end in seconds means the whole second. */
export const readTimeRange = (
  start: number | null | undefined,
  end: number | null | undefined,
): TimeRange => {
  const startMs = start === null || start === undefined ? undefined : fromSecondsOrMs(start);
  const wholeEndMs = end === null || end === undefined ? undefined : fromSecondsOrMs(end);
  const endMs = wholeEndMs === undefined || wholeEndMs === end ? wholeEndMs : wholeEndMs + 999;
  if (startMs !== undefined && endMs !== undefined && startMs > endMs)
    throw new AppError('invalidParameter', 'start_time must not be after end_time');
  return { startMs, endMs };
};
