import { sentenceEnds } from '../../lib/language/index.ts';
import type { MarkFilter } from './mark-filter.ts';

/** The model named a passage after this sentence. */
export interface SentenceMark {
  number: number;
  sentence: string;
}

/** A reply with more marks has most of them twice. Limits the work at its end. */
const mostMarks = 500;

/** White space and signs of Markdown before a sentence. */
const opening = /^[\s#>*+\-|]+/;

/** The marks of a model call with the sentence before each. A mark may stand before or after the full stop. */
export const markedSentences = ({ found, text }: Pick<MarkFilter, 'found' | 'text'>): SentenceMark[] => {
  if (found.length === 0) return [];
  const ends = [0, ...sentenceEnds(text, 'chat'), text.length];
  return found.slice(0, mostMarks).flatMap(({ number, at }) => {
    const start = ends.findLast((end) => end < at) ?? 0;
    const end = ends.find((one) => one >= at) ?? at;
    const sentence = text.slice(start, end).replace(opening, '').trimEnd();
    return sentence === '' ? [] : [{ number, sentence }];
  });
};
