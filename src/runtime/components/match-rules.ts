import { matchWithin, workedMs } from '../../lib/match-within.ts';

interface Branch {
  name: string;
  keywords: string[];
  patterns: string[];
}

/** What comes after this is not what the message is about. */
const longestText = 4000;
/** Of work, for one pattern and for all of a classifier together: no answer in time is no match. */
const patternMs = 50;
const patternBudgetMs = 150;

const wordCharacter = /[\p{L}\p{N}]/u;
/** Scripts that put no spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const joins = (inside: string | undefined, outside: string | undefined): boolean =>
  inside !== undefined &&
  outside !== undefined &&
  wordCharacter.test(inside) &&
  wordCharacter.test(outside) &&
  !unspaced.test(inside);

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Where the keyword stands as whole words, in any case: "bill" is not in "billiards". */
const findKeyword = (text: string, keyword: string): string | undefined => {
  const wanted = fold(keyword).trim();
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1))
    if (!joins(wanted[0], text[at - 1]) && !joins(wanted.at(-1), text[at + wanted.length])) return keyword;
  return undefined;
};

/** The first branch with a keyword or a pattern that is in the text, and the words that decided. */
export const matchRules = (
  text: string,
  branches: readonly Branch[],
): { name: string; words: string } | undefined => {
  const read = text.slice(0, longestText).normalize('NFKC');
  const folded = fold(read);
  let leftMs = patternBudgetMs;
  for (const { name, keywords, patterns } of branches) {
    for (const keyword of keywords) {
      const words = findKeyword(folded, keyword);
      if (words !== undefined) return { name, words };
    }
    for (const pattern of patterns) {
      if (leftMs < 1) return undefined;
      const startedMs = workedMs();
      const limitMs = Math.ceil(Math.min(leftMs, patternMs));
      const words = matchWithin(new RegExp(pattern, 'iu'), read, limitMs)?.[0];
      if (words !== undefined) return { name, words };
      leftMs -= workedMs() - startedMs;
    }
  }
  return undefined;
};
