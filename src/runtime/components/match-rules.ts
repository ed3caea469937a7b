import { boundedPattern } from '../../tools/bounded-pattern.ts';

interface Branch {
  name: string;
  keywords: string[];
  patterns: string[];
}

/** What comes after this is not what the message is about. */
const longestText = 4000;
/** For all patterns of a classifier together; each has its own limit besides. */
const patternBudgetMs = 200;

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

/** Whole words, in any case: "bill" is not in "billiards". */
const hasKeyword = (text: string, keyword: string): boolean => {
  const wanted = fold(keyword).trim();
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1))
    if (!joins(wanted[0], text[at - 1]) && !joins(wanted.at(-1), text[at + wanted.length])) return true;
  return false;
};

/** The first branch with a keyword or a pattern that is in the text. */
export const matchRules = (text: string, branches: readonly Branch[]): string | undefined => {
  const read = fold(text.slice(0, longestText));
  const startedAt = performance.now();
  const matches = (pattern: string): boolean =>
    performance.now() - startedAt < patternBudgetMs && boundedPattern(pattern, 'iu').test(read);
  return branches.find(
    ({ keywords, patterns }) =>
      keywords.some((keyword) => hasKeyword(read, keyword)) || patterns.some(matches),
  )?.name;
};
