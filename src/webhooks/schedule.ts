const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Delays after the first, second, … failure. After the last of them the delivery fails. */
export const retryDelaysMs: readonly number[] = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  1 * hourMs,
  3 * hourMs,
  6 * hourMs,
  12 * hourMs,
  24 * hourMs,
  24 * hourMs,
];

const longestRetryAfterMs = 24 * hourMs;
const jitter = 0.2;

interface Failure {
  /** Number of earlier failures. */
  step: number;
  /** Delay that the receiver requested. */
  retryAfterMs: number | null;
  /** 0 ≤ random < 1. */
  random: number;
}

/**
 * Delay before the next attempt. Undefined if the schedule is used up. The receiver's request can make
 * it longer, never shorter: otherwise "at once" would use up the schedule within a second.
 */
export const nextDelayMs = ({ step, retryAfterMs, random }: Failure): number | undefined => {
  const delayMs = retryDelaysMs[step];
  if (delayMs === undefined) return undefined;
  const spread = delayMs * (1 - jitter + 2 * jitter * random);
  return Math.round(Math.max(spread, retryAfterMs ?? 0));
};

/**
 * Delay after a failed early attempt: until the planned time. At most the
 * step's own delay, in case the clock was set back, and at least the first.
 */
export const delayAfterEarlyMs = ({
  step,
  retryAfterMs,
  random,
  plannedMs,
}: Failure & { plannedMs: number }): number => {
  const longestMs = (retryDelaysMs[step - 1] ?? 0) * (1 + jitter);
  const shortestMs = nextDelayMs({ step: 0, retryAfterMs, random })!;
  return Math.round(Math.max(shortestMs, Math.min(plannedMs, longestMs)));
};

/** A Retry-After header, in seconds or as a date, limited to 24 hours. Null if it is not usable. */
export const parseRetryAfter = (header: string | string[] | undefined, nowMs: number): number | null => {
  if (typeof header !== 'string') return null;
  const text = header.trim();
  const waitMs = /^\d{1,10}$/.test(text) ? Number(text) * secondMs : Date.parse(text) - nowMs;
  if (Number.isNaN(waitMs) || waitMs < 0) return null;
  return Math.min(waitMs, longestRetryAfterMs);
};
