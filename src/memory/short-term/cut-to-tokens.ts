import { isWithinTokenLimit } from '../../lib/tokens.ts';

const mark = ' …';
const markTokens = 2;

const endsInsideCharacter = (text: string, length: number): boolean =>
  (text.charCodeAt(length - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(length) & 0xfc00) === 0xdc00;

/** The beginning of a text up to a number of tokens, with a mark if it was cut. */
export const cutToTokens = (text: string, maxTokens: number): string => {
  if (isWithinTokenLimit(text, maxTokens)) return text;
  const room = maxTokens - markTokens;
  if (room <= 0) return '';
  let fits = 0;
  let tooLong = text.length;
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (isWithinTokenLimit(text.slice(0, middle), room)) fits = middle;
    else tooLong = middle;
  }
  if (endsInsideCharacter(text, fits)) fits -= 1;
  return fits === 0 ? '' : text.slice(0, fits) + mark;
};
