import type { Quality } from '../../../api/types/conversation.ts';

export interface RatingChoice {
  key: string;
  label: string;
  quality: Quality;
}

/** One key each. */
export const ratings: readonly RatingChoice[] = [
  { key: 'g', label: 'Good', quality: 'FULLY_RESOLVED' },
  { key: 'p', label: 'Partly', quality: 'PARTIALLY_RESOLVED' },
  { key: 'b', label: 'Bad', quality: 'UNRESOLVED' },
  { key: 'n', label: 'None', quality: 'NONE' },
];
