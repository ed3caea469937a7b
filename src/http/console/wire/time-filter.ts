import { Type } from 'typebox';
import { fromSecondsOrMs, maxTimeMs } from '../../../lib/clock.ts';
import { AppError } from '../../../lib/errors.ts';

const Moment = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: maxTimeMs, description }));

export const TimeFilter = {
  from: Moment('Unix time in seconds or milliseconds'),
  before: Moment('Unix time in seconds or milliseconds'),
};

/** With both ends inclusive. */
export const readTimes = ({ from, before }: { from?: number; before?: number }) => {
  const startMs = from === undefined ? undefined : fromSecondsOrMs(from);
  const endMs = before === undefined ? undefined : fromSecondsOrMs(before) - 1;
  if (startMs !== undefined && endMs !== undefined && startMs > endMs)
    throw new AppError('invalidParameter', 'from must be earlier than before');
  return { startMs, endMs };
};
