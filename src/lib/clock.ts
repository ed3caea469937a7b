/** The one source of time. Tests pass a clock they can move. */
export interface Clock {
  /** Milliseconds since the epoch. */
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };

/** Wire timestamps are seconds in some fields and milliseconds in others; storage is always milliseconds. */
export const toSeconds = (timeMs: number): number => Math.floor(timeMs / 1000);

/** Filters accept seconds or milliseconds: a value below 10^11 is seconds. */
export const fromSecondsOrMs = (value: number): number => (value < 1e11 ? value * 1000 : value);
