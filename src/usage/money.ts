/**
 * Credits are stored as whole nano credits. A double represents whole numbers exactly up to 2^53, which is nine
 * million credits: more than the maximum balance. So sums of entries are exact and equal in every order.
 */
export const nanoPerCredit = 1_000_000_000;
export const maxCredits = 9_000_000;

const pricePattern = /^(\d{1,9})(?:\.(\d{1,9}))?$/;

/** "0.15" credits → 150000000n nano credits. */
export const parseCredits = (text: string): bigint => {
  const match = pricePattern.exec(text);
  if (!match) throw new Error(`Not a decimal amount: ${text}`);
  return BigInt(match[1]!) * BigInt(nanoPerCredit) + BigInt((match[2] ?? '').padEnd(9, '0'));
};

const million = 1_000_000n;

/** Rounded half up to a whole nano credit. */
export const costNano = (tokens: number, pricePerMillion: bigint): number =>
  pricePerMillion === 0n ? 0 : Number((BigInt(tokens) * pricePerMillion * 2n + million) / (million * 2n));

/** For the API, where credits are doubles. */
export const toCredits = (nano: number): number => nano / nanoPerCredit;
