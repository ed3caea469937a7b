import type { Quality } from '../../../api/derived-types.ts';

export interface RatingChoice {
  key: string;
  label: string;
  quality: Quality;
  /** Shows that it was given; nothing to show for none. */
  colour?: string;
}

/** One key each. */
export const ratings: readonly RatingChoice[] = [
  { key: 'g', label: 'Good', quality: 'FULLY_RESOLVED', colour: 'teal' },
  { key: 'p', label: 'Partly', quality: 'PARTIALLY_RESOLVED', colour: 'orange' },
  { key: 'b', label: 'Bad', quality: 'UNRESOLVED', colour: 'red' },
  { key: 'n', label: 'None', quality: 'NONE' },
];
