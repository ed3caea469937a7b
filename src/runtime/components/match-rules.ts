import { normalizeText } from '../../lib/language/normalize-text.ts';
import { findPattern, type Sandbox, SandboxError } from '../../lib/sandbox/index.ts';

interface Branch {
  name: string;
  keywords: string[];
  patterns: string[];
}

/** Text after this is ignored. */
const longestText = 4000;

const wordCharacter = /[\p{L}\p{N}]/u;
/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const joins = (inside: string | undefined, outside: string | undefined): boolean =>
  inside !== undefined &&
  outside !== undefined &&
  wordCharacter.test(inside) &&
  wordCharacter.test(outside) &&
  !unspaced.test(inside);

const fold = (text: string): string => normalizeText(text, 'NFKC').toLowerCase();

/** Position of the keyword as whole words, in any case: "bill" is not in "billiards". */
const findKeyword = (text: string, keyword: string): string | undefined => {
  const wanted = fold(keyword).trim();
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1))
    if (!joins(wanted[0], text[at - 1]) && !joins(wanted.at(-1), text[at + wanted.length])) return keyword;
  return undefined;
};

const findKeywordBranch = (
  folded: string,
  branches: readonly Branch[],
): { position: number; words: string } | undefined => {
  for (const [position, { keywords }] of branches.entries())
    for (const keyword of keywords) {
      const words = findKeyword(folded, keyword);
      if (words !== undefined) return { position, words };
    }
  return undefined;
};

export interface MatchedRules {
  /** The branch, and the words that matched. */
  matched?: { name: string; words: string };
  /** Why the patterns were not used, for the trace. */
  problem?: string;
}

/**
 * The first branch with a keyword or a pattern that matches the text. Patterns run in the sandbox. Those that exceed
 * their time limit match nothing, and keywords decide alone.
 */
export const matchRules = async (
  text: string,
  branches: readonly Branch[],
  { sandbox, workspaceId }: { sandbox: Sandbox; workspaceId: string },
): Promise<MatchedRules> => {
  const read = normalizeText(text.slice(0, longestText), 'NFKC');
  const byKeyword = findKeywordBranch(fold(read), branches);
  const keywordBranch = byKeyword && { name: branches[byKeyword.position]!.name, words: byKeyword.words };
  // Later branches cannot win, and within a branch keywords come before patterns.
  const open = branches
    .slice(0, byKeyword?.position)
    .flatMap(({ name, patterns }) => patterns.map((pattern) => ({ name, pattern })));
  const withKeyword = keywordBranch ? { matched: keywordBranch } : {};
  if (open.length === 0) return withKeyword;
  try {
    const search = { patterns: open.map(({ pattern }) => pattern), flags: 'iu', text: read };
    const found = await sandbox.run(workspaceId, findPattern, search);
    return found ? { matched: { name: open[found.index]!.name, words: found.words } } : withKeyword;
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return { ...withKeyword, problem: `the patterns: ${error.message}` };
  }
};
