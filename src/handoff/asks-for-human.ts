import { normalizeText } from '../lib/language/normalize-text.ts';

/** Scripts without spaces, in which a phrase may be inside a run of letters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const wordCharacter = /[\p{L}\p{N}]/u;

/** Ignores case, width, accents and punctuation. Upper case first, because it makes ß and ss equal. */
const fold = (text: string): string =>
  normalizeText(normalizeText(text, 'NFKD').replace(/[\u0300-\u036f]/g, ''), 'NFC')
    .toUpperCase()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();

/** A phrase must not start or end inside a word of the message: "agent" is not in "reagents". */
const cutsWord = (inside: string | undefined, outside: string | undefined): boolean =>
  inside !== undefined &&
  outside !== undefined &&
  wordCharacter.test(outside) &&
  !unspaced.test(inside) &&
  !unspaced.test(outside);

const contains = (text: string, phrase: string): boolean => {
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1)) {
    const end = at + phrase.length;
    if (!cutsWord(phrase[0], text[at - 1]) && !cutsWord(phrase.at(-1), text[end])) return true;
  }
  return false;
};

/** Whether a message contains one of the agent's phrases, in any language. */
export const asksForHuman = (phrases: readonly string[], message: string): boolean => {
  if (phrases.length === 0) return false;
  const text = fold(message);
  return phrases.some((phrase) => {
    const folded = fold(phrase);
    return folded !== '' && contains(text, folded);
  });
};
