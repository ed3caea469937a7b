import { normalizeText } from '../lib/language/normalize-text.ts';
import { plainText } from './plain-text.ts';

const spoken: [RegExp, string][] = [
  [/[\u2018\u2019\u201b]/g, "'"],
  [/[\u201c\u201d\u201e]/g, '"'],
  [/[\u2012-\u2015]/g, ', '],
  [/\u2026/g, '...'],
  [/\u20ac/g, ' euros '],
  [/\u00a3/g, ' pounds '],
];

/** The part of a text that the embedded voice can say: English words in plain letters, without symbols. */
export const toSpeakableText = (text: string): string => {
  let words = plainText(text);
  for (const [pattern, replacement] of spoken) words = words.replace(pattern, replacement);
  words = normalizeText(words, 'NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /[A-Za-z0-9]/.test(words) ? words : '';
};
