import { createContext, Script } from 'node:vm';

interface Branch {
  name: string;
  keywords: string[];
  patterns: string[];
}

/** What comes after this is not what the message is about. */
const longestText = 4000;
/** For one pattern, and for all of a classifier together. */
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

const execute = new Script('expression.exec(text)');
const place = createContext({ expression: undefined, text: '' });

/** On the thread everybody shares: no answer in time is no match. */
const findPattern = (text: string, pattern: string, timeoutMs: number): string | undefined => {
  Object.assign(place, { expression: new RegExp(pattern, 'iu'), text });
  try {
    return (execute.runInContext(place, { timeout: timeoutMs }) as RegExpExecArray | null)?.[0];
  } catch {
    return undefined;
  } finally {
    Object.assign(place, { expression: undefined, text: '' });
  }
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
      const startedAt = performance.now();
      const words = findPattern(read, pattern, Math.ceil(Math.min(leftMs, patternMs)));
      if (words !== undefined) return { name, words };
      leftMs -= performance.now() - startedAt;
    }
  }
  return undefined;
};
