import { placedWordsOf } from './analyse.ts';

/** A part of a snippet. */
export interface SnippetPart {
  text: string;
  /** A word of the query. */
  isMatch: boolean;
}

interface Mark {
  start: number;
  end: number;
  term: string;
}

/** In UTF-16 units. */
const longestSnippet = 240;
/** Text before the first match. */
const lead = 40;
/** Only the beginning of a longer text is searched for matches. */
const longestText = 20_000;
/** How far a cut moves to the next space. */
const reach = 20;

const eastAsianPair = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]{2}$/u;

/** Markdown without its signs. Each expression takes linear time. */
export const withoutMarkup = (markdown: string): string =>
  markdown
    .slice(0, longestText)
    .replace(/^(?:```|~~~)[^\n]*$/gm, ' ')
    // On one line, a heading would run into the text below it.
    .replace(/^([ ]{0,3}#{1,6}[ ].*[^\s#.!?:。！？：])[ #]*$/gm, '$1:')
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/<\/?[a-zA-Z][^<>]{0,200}>/g, ' ')
    .replace(/^[ ]{0,3}(?:#{1,6}[ ]|>[ ]?|[-*+][ ])/gm, '')
    .replace(/^[|:\- ]{3,}$/gm, ' ')
    .replace(/\*\*|__|`|\|/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toWellFormed();

const isInsidePair = (text: string, at: number): boolean =>
  at > 0 && at < text.length && (text.charCodeAt(at) & 0xfc00) === 0xdc00;

/** A place near `at` after which a word begins. Text without spaces is cut at any character. */
const startNear = (text: string, at: number): number => {
  if (at <= 0) return 0;
  const space = text.indexOf(' ', at);
  const start = space >= 0 && space < at + reach ? space + 1 : at;
  return isInsidePair(text, start) ? start + 1 : start;
};

const endNear = (text: string, at: number): number => {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  const end = space > at - reach ? space : at;
  return isInsidePair(text, end) ? end - 1 : end;
};

const marksIn = (text: string, termsOf: (word: string) => string[], wanted: ReadonlySet<string>): Mark[] => {
  // A single character of a word that the query has in pairs is in many other words too.
  const inPairs = new Set(
    [...wanted].filter((term) => eastAsianPair.test(term)).flatMap((term) => [...term]),
  );
  const marks: Mark[] = [];
  for (const word of placedWordsOf(text)) {
    if (inPairs.has(word.text)) continue;
    const term = termsOf(word.text).find((one) => wanted.has(one));
    if (term !== undefined) marks.push({ start: word.start, end: word.end, term });
  }
  return marks.sort((a, b) => a.start - b.start);
};

/** The first mark of the window with the most different terms. */
const bestStart = (marks: readonly Mark[]): number => {
  const counts = new Map<string, number>();
  let [best, most, last] = [0, 0, 0];
  for (const [first, { start, term }] of marks.entries()) {
    while (last < marks.length && marks[last]!.end <= start + longestSnippet - lead) {
      const added = marks[last++]!.term;
      counts.set(added, (counts.get(added) ?? 0) + 1);
    }
    if (counts.size > most) [best, most] = [first, counts.size];
    const left = (counts.get(term) ?? 0) - 1;
    if (left > 0) counts.set(term, left);
    else counts.delete(term);
  }
  return marks[best]?.start ?? 0;
};

/** The part of a text that shows a query best, with the words of the query marked. */
export const snippetOf = (
  markdown: string,
  termsOf: (word: string) => string[],
  wanted: ReadonlySet<string>,
): SnippetPart[] => {
  const text = withoutMarkup(markdown);
  const marks = marksIn(text, termsOf, wanted);
  const start = startNear(text, Math.min(bestStart(marks) - lead, text.length - longestSnippet));
  const end = endNear(text, start + longestSnippet);
  const parts: SnippetPart[] = [];
  const add = (part: string, isMatch: boolean): void => {
    const previous = parts.at(-1);
    if (part === '') return;
    if (previous?.isMatch === isMatch) previous.text += part;
    else parts.push({ text: part, isMatch });
  };
  add(start > 0 ? '…' : '', false);
  let at = start;
  for (const mark of marks) {
    if (mark.start < start || mark.end > end || mark.end <= at) continue;
    add(text.slice(at, Math.max(at, mark.start)), false);
    add(text.slice(Math.max(at, mark.start), mark.end), true);
    at = mark.end;
  }
  add(text.slice(at, end), false);
  add(end < text.length ? '…' : '', false);
  return parts;
};
