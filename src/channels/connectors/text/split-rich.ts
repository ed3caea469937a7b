import { sentenceEnds } from '../../../lib/language/sentence-ends.ts';
import { type RichText, sliceRich } from './rich-text.ts';

/** A part should not be much shorter than possible, only to end at a better place. */
const leastShare = 1 / 2;

const isLowSurrogate = (text: string, index: number): boolean => {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
};

/** Where to cut the text after `start`: at the end of a paragraph, a line, a sentence or a word within the limit. */
const findCut = (text: string, start: number, limit: number): number => {
  if (text.length - start <= limit) return text.length;
  const window = text.slice(start, start + limit);
  const least = Math.floor(limit * leastShare);
  const candidates = [
    () => window.lastIndexOf('\n\n'),
    () => window.lastIndexOf('\n'),
    () => sentenceEnds(window, 'chat').at(-1) ?? -1,
    () => window.search(/\s\S*$/),
  ];
  for (const find of candidates) {
    const at = find();
    if (at >= least) return start + at;
  }
  const cut = start + limit;
  return isLowSurrogate(text, cut) ? cut - 1 : cut;
};

const skipSpace = (text: string, from: number): number => {
  let index = from;
  while (text[index] === '\n') index += 1;
  // Spaces at the start of a line are indentation.
  if (index === from) while (text[index] === ' ') index += 1;
  return index;
};

/**
 * Divides a text into parts of at most `limit`, measured by `lengthOf`, which may count the platform's notation. Linear in
 * the length of the text.
 */
export const splitRich = (
  rich: RichText,
  limit: number,
  lengthOf: (part: RichText) => number = ({ text }) => text.length,
): RichText[] => {
  const parts: RichText[] = [];
  for (let start = 0; start < rich.text.length; ) {
    let room = limit;
    let end = findCut(rich.text, start, room);
    let part = sliceRich(rich, start, end);
    // Notation makes a part longer than its text: at most three times, so few attempts are needed.
    for (let length = lengthOf(part); length > limit && room > 1; length = lengthOf(part)) {
      room = Math.max(1, Math.min(room - 1, Math.floor((room * limit) / length)));
      end = Math.max(findCut(rich.text, start, room), start + 1);
      part = sliceRich(rich, start, end);
    }
    if (part.text.trim() !== '') parts.push(part);
    start = skipSpace(rich.text, end);
  }
  return parts;
};
