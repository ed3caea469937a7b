import type { Quality } from '../../../api/derived-types.ts';
import type { LabelKey } from '../../../messages/translate.ts';

export interface RatingChoice {
  /** Key that gives this rating. */
  key: string;
  label: LabelKey;
  quality: Quality;
  /** Colour of the button when this rating is set. */
  colour?: string;
}

export const ratings: readonly RatingChoice[] = [
  { key: 'g', label: 'conversations.rating.good', quality: 'FULLY_RESOLVED', colour: 'teal' },
  { key: 'p', label: 'conversations.rating.partial', quality: 'PARTIALLY_RESOLVED', colour: 'orange' },
  { key: 'b', label: 'conversations.rating.bad', quality: 'UNRESOLVED', colour: 'red' },
  { key: 'n', label: 'conversations.rating.none', quality: 'NONE' },
];
