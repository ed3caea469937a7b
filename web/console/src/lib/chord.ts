/** First key of every chord: g and a letter open a page. No other shortcut may use it. */
export const chordKey = 'g';

/** Time in which the second key must follow. */
const patienceMs = 1_200;

let startedAtMs = Number.NEGATIVE_INFINITY;

/** State of the chord that the operator is typing. Other shortcuts ignore keys while it is pending. */
export const chord = {
  start: (): void => {
    startedAtMs = Date.now();
  },
  end: (): void => {
    startedAtMs = Number.NEGATIVE_INFINITY;
  },
  isPending: (): boolean => Date.now() - startedAtMs < patienceMs,
};
