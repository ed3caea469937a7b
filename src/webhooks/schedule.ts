const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Waits after the first, second, … failure. After the last of them comes the dead letter. */
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
  /** How many failures there were before this one. */
  step: number;
  /** What the receiver asked for. */
  retryAfterMs: number | null;
  /** 0 ≤ random < 1. */
  random: number;
}

/**
 * Wait before the next attempt; undefined when the schedule is used up. What the receiver asks for can make
 * it longer, never shorter: a receiver that says "at once" must not burn the schedule within a second.
 */
export const nextDelayMs = ({ step, retryAfterMs, random }: Failure): number | undefined => {
  const delayMs = retryDelaysMs[step];
  if (delayMs === undefined) return undefined;
  const spread = delayMs * (1 - jitter + 2 * jitter * random);
  return Math.round(Math.max(spread, retryAfterMs ?? 0));
};

/**
 * Wait after an attempt that was made before its time failed: until the time that was planned. Not longer than the
 * step's own wait, or a clock that was set back would stretch it; not shorter than the first.
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

/** A Retry-After header, seconds or a date, as a wait of at most 24 hours; null when it says nothing usable. */
export const parseRetryAfter = (header: string | string[] | undefined, nowMs: number): number | null => {
  if (typeof header !== 'string') return null;
  const text = header.trim();
  const waitMs = /^\d{1,10}$/.test(text) ? Number(text) * secondMs : Date.parse(text) - nowMs;
  if (Number.isNaN(waitMs) || waitMs < 0) return null;
  return Math.min(waitMs, longestRetryAfterMs);
};
