import { hashTerm } from '../search-index/keywords/pack-terms.ts';

/** The hash of a term as one number of 48 bits. */
export const termNumber = (low: number, high: number): number => high * 2 ** 32 + low;

export const numberOfTerm = (term: string): number => {
  const { low, high } = hashTerm(term);
  return termNumber(low, high);
};
