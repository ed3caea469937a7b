/** What decides when a file's turn comes. */
export interface Turn {
  isBackground: boolean;
  /** A PDF may be a scan, which takes minutes; nothing else does. */
  mayBeLong: boolean;
}

export interface WaitingTurn extends Turn {
  /** How many that came later went before it. */
  overtakings: number;
}

/** A document that may take long lets this many of the short ones go before it, and then no more. */
const mostOvertakings = 16;

const rank = ({ isBackground, mayBeLong, overtakings }: WaitingTurn): number => {
  if (!isBackground) return 0;
  return mayBeLong && overtakings < mostOvertakings ? 2 : 1;
};

/**
 * People who wait for an answer come before documents that are read in the background, and of these the short before
 * the long, which are not put off for ever.
 */
export const inTurn = <T extends WaitingTurn>(waiting: readonly T[]): T[] =>
  waiting.toSorted((a, b) => rank(a) - rank(b));
