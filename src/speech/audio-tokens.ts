/** Sound is counted as speech models count it: a token for every tenth of a second heard, a twentieth spoken. */
const perSecond = { heard: 10, spoken: 20 };

export const audioTokens = (seconds: number, direction: keyof typeof perSecond): number =>
  Math.ceil(seconds * perSecond[direction]);
