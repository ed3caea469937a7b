/** Below this number of answered sessions there is no estimate. */
export const fewestWaits = 5;

/** Minutes that the page shows. Longer estimates are too uncertain to show. */
const shownMinutes = [1, 2, 3, 4, 5, 10, 15, 20, 30, 45, 60];

export interface AnsweredSession {
  createdAtMs: number;
  firstReplyAtMs: number;
}

/** Times of the answered sessions of an agent, as far as the estimate needs them. */
export interface Pace {
  /** Half of the users waited less for the first reply. */
  medianWaitMs: number;
  /** Time for each user before. */
  perUserMs: number;
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** @param answered the newest first. Undefined: there are too few. */
export const paceOf = (answered: readonly AnsweredSession[]): Pace | undefined => {
  if (answered.length < fewestWaits) return undefined;
  const medianWaitMs = medianOf(answered.map((one) => one.firstReplyAtMs - one.createdAtMs));
  const gapsMs = answered.slice(1).map((one, index) => answered[index]!.firstReplyAtMs - one.firstReplyAtMs);
  // Replies are also far apart when nobody waits.
  return { medianWaitMs, perUserMs: Math.min(medianOf(gapsMs), medianWaitMs) };
};

/**
 * The longer of two times: what is left of the median wait, and the time for the users before. Rounded up to a shown
 * value. null: the time has passed, or it is too long to show.
 */
export const expectedMinutes = (
  { medianWaitMs, perUserMs }: Pace,
  { position, waitedMs }: { position: number; waitedMs: number },
): number | null => {
  const leftMs = Math.max(medianWaitMs - waitedMs, (position - 1) * perUserMs);
  return leftMs <= 0 ? null : (shownMinutes.find((minutes) => leftMs <= minutes * 60_000) ?? null);
};
