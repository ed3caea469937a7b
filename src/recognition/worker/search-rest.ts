import { segmentWords, sentenceEnds, stemWord } from '../../lib/language/index.ts';
import type { TextSearch, UnreadRest } from '../recognised.ts';

/** A boundary is searched in the last tenth of the text before the limit. */
const searchedShare = 0.9;

/** End of the part of a text that is kept: between two paragraphs, lines, sentences or words, in this order. */
export const cutBefore = (text: string, limit: number): number => {
  if (text.length <= limit) return text.length;
  const least = Math.floor(limit * searchedShare);
  const part = text.slice(least, limit);
  for (const boundary of ['\n\n', '\n']) {
    const at = part.lastIndexOf(boundary);
    if (at >= 0) return least + at + boundary.length;
  }
  const sentenceEnd = sentenceEnds(part, 'document').at(-1);
  if (sentenceEnd !== undefined) return least + sentenceEnd;
  const space = Math.max(part.lastIndexOf(' '), part.lastIndexOf('\u3000'));
  if (space > 0) return least + space;
  return /[\ud800-\udbff]$/.test(part) ? limit - 1 : limit;
};

/** Long enough to be understood alone. */
const passageCharacters = 1_200;
/** Of all passages together. */
const mostFoundCharacters = 12_000;
/** With the beginning of the text, as much as the memory of a conversation takes. */
const continuationCharacters = 150_000;
/** Searching takes a second or two for this much. */
const mostSearchedCharacters = 4_000_000;

function* passagesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = start + cutBefore(text.slice(start, start + passageCharacters + 1), passageCharacters);
    const passage = text.slice(start, end).trim();
    if (passage !== '') yield passage;
    start = Math.max(end, start + 1);
  }
}

const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Stems of words. East Asian words are found by dictionary, which is slower. */
const termsOf = (text: string): string[] => {
  const lower = text.toLowerCase();
  if (!eastAsian.test(lower)) return (lower.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(stemWord);
  const terms: string[] = [];
  for (const { text: word, isWord } of segmentWords(lower)) if (isWord) terms.push(stemWord(word));
  return terms;
};

interface Scored {
  passage: string;
  position: number;
  counts: Map<string, number>;
}

/** More occurrences count less and less. */
const saturation = 1.2;

/** Passages with the words of the question, in the order of the text. Rare words count more. */
const findPassages = (rest: string, query: string): string[] => {
  const wanted = new Set(termsOf(query));
  if (wanted.size === 0) return [];
  const scored: Scored[] = [];
  const frequencies = new Map<string, number>();
  let total = 0;
  for (const passage of passagesOf(rest.slice(0, mostSearchedCharacters))) {
    const counts = new Map<string, number>();
    for (const term of termsOf(passage)) if (wanted.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const term of counts.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    if (counts.size > 0) scored.push({ passage, position: total, counts });
    total += 1;
  }
  const scoreOf = ({ counts }: Scored): number =>
    [...counts].reduce(
      (sum, [term, count]) =>
        sum + Math.log(1 + total / frequencies.get(term)!) * (count / (count + saturation)),
      0,
    );
  const best = scored.map((each) => ({ ...each, score: scoreOf(each) })).sort((a, b) => b.score - a.score);
  const least = (best[0]?.score ?? 0) * 0.4;
  const found: Scored[] = [];
  let characters = 0;
  for (const each of best) {
    characters += each.passage.length;
    if (each.score < least || characters > mostFoundCharacters) break;
    found.push(each);
  }
  return found.sort((a, b) => a.position - b.position).map(({ passage }) => passage);
};

/** The part of a text that is kept, and what the rest says about a question. */
export const searchRest = (
  text: string,
  { query, keepCharacters }: TextSearch,
): { kept: string; rest?: UnreadRest } => {
  const end = cutBefore(text, keepCharacters);
  if (end === text.length) return { kept: text };
  const rest = text.slice(end);
  return {
    kept: text.slice(0, end).trimEnd(),
    rest: {
      totalCharacters: text.length,
      passages: findPassages(rest, query),
      continuation: rest.slice(0, cutBefore(rest, continuationCharacters)).trim(),
    },
  };
};
