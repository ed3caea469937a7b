/** Audio tokens as speech models count them: one per tenth of a second of input, one per twentieth of output. */
const perSecond = { input: 10, output: 20 };

export const audioTokens = (seconds: number, direction: keyof typeof perSecond): number =>
  Math.ceil(seconds * perSecond[direction]);
