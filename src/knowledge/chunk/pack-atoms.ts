import { countTokens } from '../../lib/tokens.ts';
import { type Atom, evenShare } from './atoms.ts';
import type { Passage } from './chunk.ts';

/** Removes blank lines around a passage. Keeps the indentation of its first line if it begins there: code. */
const trimLines = (text: string, isLineStart: boolean): string => {
  const body = text.trimEnd();
  const feed = body.lastIndexOf('\n', body.length - body.trimStart().length);
  return feed === -1 && !isLineStart ? body.trimStart() : body.slice(feed + 1);
};

const passageText = (source: string, atoms: Atom[], from: number, to: number): string => {
  const first = atoms[from]!;
  const isLineStart = first.start === 0 || source.charAt(first.start - 1) === '\n';
  const text = trimLines(source.slice(first.start, atoms[to - 1]!.end), isLineStart);
  return first.prefix === '' || text === '' ? text : `${first.prefix}\n${text}`;
};

/**
 * Joins neighbouring atoms of one section into passages of at most `limit` tokens. A section that needs n
 * passages is divided evenly, so that the last one does not have only a few words.
 */
export const packAtoms = (source: string, atoms: Atom[], headingPath: string[], limit: number): Passage[] => {
  const total = atoms.reduce((sum, { tokens }) => sum + tokens, 0);
  const target = evenShare(total, limit);
  const passages: Passage[] = [];
  let from = 0;
  while (from < atoms.length) {
    let sum = (atoms[from]!.prefix === '' ? 0 : countTokens(atoms[from]!.prefix)) + atoms[from]!.tokens;
    let to = from + 1;
    while (to < atoms.length && sum + atoms[to]!.tokens <= (atoms[to - 1]!.isHeading ? limit : target)) {
      sum += atoms[to++]!.tokens;
    }
    let text = passageText(source, atoms, from, to);
    let tokens = countTokens(text);
    // The joined text may have more tokens than its parts: removes atoms until it fits.
    while (tokens > limit && to > from + 1) {
      to--;
      text = passageText(source, atoms, from, to);
      tokens = countTokens(text);
    }
    if (tokens > limit) {
      // Only the indentation can exceed the limit.
      text = text.trimStart();
      tokens = countTokens(text);
    }
    if (text !== '') passages.push({ text, headingPath, tokens });
    from = to;
  }
  return passages;
};
