import { normalizeText } from '../../../lib/language/normalize-text.ts';

/** An operator who can be mentioned. */
export interface Mentionable {
  id: string;
  name: string;
  email: string;
}

/** A note with more mentions than this addresses nobody in particular. */
const mostMentions = 20;
/** Further signs are plain text, so that a note of nothing else costs little. */
const mostSigns = 200;

const fold = (text: string): string => normalizeText(text, 'NFKC').toLowerCase();

/** Whether the name ends here: `@Ann` is not mentioned in `@Anna`. */
const isEnd = (next: string | undefined): boolean => next === undefined || !/[\p{L}\p{N}_]/u.test(next);

/**
 * The operators whose name or e-mail address follows an `@`. The longest name wins: `@Ann Lee` does not mention Ann. Operators
 * with the same name are all mentioned. Other names are plain text.
 */
export const findMentions = (text: string, operators: readonly Mentionable[]): string[] => {
  const idsByName = new Map<string, string[]>();
  for (const { id, name, email } of operators)
    for (const key of new Set([fold(name.trim()), fold(email)]))
      if (key !== '') idsByName.set(key, [...(idsByName.get(key) ?? []), id]);
  // Longest first.
  const lengths = [...new Set([...idsByName.keys()].map(({ length }) => length))].sort(
    (left, right) => right - left,
  );
  const folded = fold(text);
  const found = new Set<string>();
  let signs = 0;
  for (let at = folded.indexOf('@'); at !== -1; at = folded.indexOf('@', at + 1)) {
    signs += 1;
    if (signs > mostSigns) break;
    // The @ inside of an e-mail address is no mention.
    if (at > 0 && !isEnd(folded[at - 1])) continue;
    const length = lengths.find(
      (candidate) =>
        idsByName.has(folded.slice(at + 1, at + 1 + candidate)) && isEnd(folded[at + 1 + candidate]),
    );
    if (length === undefined) continue;
    for (const id of idsByName.get(folded.slice(at + 1, at + 1 + length))!) {
      found.add(id);
      if (found.size === mostMentions) return [...found];
    }
  }
  return [...found];
};
