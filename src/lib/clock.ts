/** The only source of time. Tests pass a clock that they control. */
export interface Clock {
  /** Milliseconds since the epoch. */
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };

/** Timestamps of the API are seconds in some fields and milliseconds in others. Stored ones are always milliseconds. */
export const toSeconds = (timeMs: number): number => Math.floor(timeMs / 1000);

/** Filters accept seconds or milliseconds: a value below 10^11 is seconds. */
export const fromSecondsOrMs = (value: number): number => (value < 1e11 ? value * 1000 : value);

/** The last time that a Date can represent. */
export const maxTimeMs = 8_640_000_000_000_000;
