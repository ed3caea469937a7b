/** Tokens of a piece of a recording, and how certain the model was of them. */
export interface HeardPiece {
  tokens: number[];
  /** Sum of the logarithms of their probabilities. */
  logProbability: number;
}

/**
 * The model knows only English and writes English words for every language. It is uncertain about them: its mean
 * log-probability per token is above -0.45 for recordings of English and below -0.7 for nearly all others. The limit
 * is nearer to the others, because a wrong text can be corrected and a refused recording cannot be sent.
 */
const leastMeanLogProbability = -0.65;
/** Fewer tokens say too little. */
const leastTokens = 5;

/** Sometimes the model repeats a few words again and again and is certain of them. */
const runLength = 4;
const mostRepeatedShare = 0.5;

const repeatedShare = (tokens: readonly number[]): number => {
  const runs = tokens.slice(0, 1 - runLength).map((_token, at) => tokens.slice(at, at + runLength).join());
  return runs.length === 0 ? 0 : 1 - new Set(runs).size / runs.length;
};

/** False if the text is most likely invented: the recording is not in English, or cannot be understood. */
export const isUnderstood = (pieces: readonly HeardPiece[]): boolean => {
  const tokens = pieces.flatMap((piece) => piece.tokens);
  if (tokens.length < leastTokens) return true;
  const sum = pieces.reduce((total, { logProbability }) => total + logProbability, 0);
  return sum / tokens.length >= leastMeanLogProbability && repeatedShare(tokens) <= mostRepeatedShare;
};
