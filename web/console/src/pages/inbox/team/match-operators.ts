const mostShown = 8;
/** Names are shorter. A longer text after an @ is no mention. */
const longestQuery = 60;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** What was typed after an @ at the beginning of a word, up to the cursor. Undefined if there is none. */
export const findMentionQuery = (text: string, caret: number): string | undefined => {
  const start = text.lastIndexOf('@', caret - 1);
  if (start === -1 || caret - start > longestQuery) return undefined;
  const before = text[start - 1];
  if (before !== undefined && !/\s|[([{,;:]/.test(before)) return undefined;
  const query = text.slice(start + 1, caret);
  return query.includes('\n') ? undefined : query;
};

/** Names that contain a word with this beginning, those that start with it first. */
export const matchOperators = (names: readonly string[], query: string): string[] => {
  const typed = fold(query);
  const found = [...new Set(names)].filter((name) => {
    const folded = fold(name);
    return folded.startsWith(typed) || folded.includes(` ${typed}`);
  });
  const isFirst = (name: string): boolean => fold(name).startsWith(typed);
  return found.toSorted((left, right) => Number(isFirst(right)) - Number(isFirst(left))).slice(0, mostShown);
};
