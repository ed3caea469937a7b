import type { Quality } from '../../../api/derived-types.ts';
import type { LabelKey } from '../../../messages/translate.ts';

export interface RatingChoice {
  /** Key that gives this rating. Digits, because letters are the second keys of chords. */
  key: string;
  label: LabelKey;
  quality: Quality;
  /** Colour of the button when this rating is set. */
  colour?: string;
}

export const ratings: readonly RatingChoice[] = [
  { key: '1', label: 'conversations.rating.good', quality: 'FULLY_RESOLVED', colour: 'teal' },
  { key: '2', label: 'conversations.rating.partial', quality: 'PARTIALLY_RESOLVED', colour: 'orange' },
  { key: '3', label: 'conversations.rating.bad', quality: 'UNRESOLVED', colour: 'red' },
  { key: '0', label: 'conversations.rating.none', quality: 'NONE' },
];
