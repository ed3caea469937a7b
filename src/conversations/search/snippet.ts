import { previewOf } from '../../lib/language/markdown-preview.ts';
import { normalizeText } from '../../lib/language/normalize-text.ts';
import type { SearchedRound } from '../../rounds/index.ts';
import type { Phrase } from './parse-query.ts';
import { type MatchSource, textsOf } from './round-terms.ts';
import { type Token, tokensOf } from './tokens.ts';

export interface SnippetPart {
  text: string;
  isMatch: boolean;
}

export interface Snippet {
  /** The message that contains the first match. */
  source: MatchSource;
  parts: SnippetPart[];
}

const snippetLength = 200;
/** Characters before the first match. */
const lead = 60;

interface Range {
  start: number;
  end: number;
}

const matchesAt = (tokens: readonly Token[], at: number, { tokens: sought, isPrefix }: Phrase): boolean =>
  sought.every((text, index) => {
    const token = tokens[at + index]?.text;
    return isPrefix && index === sought.length - 1 ? token?.startsWith(text) === true : token === text;
  });

const rangesOf = (text: string, phrases: readonly Phrase[]): Range[] => {
  const tokens = [...tokensOf(text)];
  const ranges: Range[] = [];
  for (let at = 0; at < tokens.length; at += 1)
    for (const phrase of phrases)
      if (matchesAt(tokens, at, phrase))
        ranges.push({ start: tokens[at]!.start, end: tokens[at + phrase.tokens.length - 1]!.end });
  return ranges;
};

/** Moves to the next space, so that no word is cut, unless it is far. */
const atWord = (text: string, at: number): number => {
  if (at <= 0) return 0;
  const space = text.indexOf(' ', at);
  const moved = space === -1 || space - at > 20 ? at : space + 1;
  return (text.charCodeAt(moved) & 0xfc00) === 0xdc00 ? moved + 1 : moved;
};

const partsOf = (text: string, ranges: readonly Range[]): SnippetPart[] => {
  const first = ranges[0]?.start ?? 0;
  const start = atWord(text, first - lead);
  const isWhole = text.length <= start + snippetLength;
  const end = isWhole ? text.length : start + snippetLength;
  const parts: SnippetPart[] = start > 0 ? [{ text: '… ', isMatch: false }] : [];
  let at = start;
  for (const range of ranges) {
    if (range.end <= at || range.start >= end) continue;
    const from = Math.max(at, range.start);
    if (from > at) parts.push({ text: text.slice(at, from), isMatch: false });
    at = Math.min(range.end, end);
    parts.push({ text: text.slice(from, at), isMatch: true });
  }
  if (at < end) parts.push({ text: text.slice(at, end), isMatch: false });
  if (!isWhole) parts.push({ text: ' …', isMatch: false });
  return parts.map((part) => ({ ...part, text: part.text.toWellFormed() }));
};

/** The part of a round with the first match as plain text, or its beginning if only filters found it. */
export const snippetOf = (round: SearchedRound, phrases: readonly Phrase[]): Snippet => {
  const texts = textsOf(round).map(({ source, text }) => ({
    source,
    text: normalizeText(
      source === 'user' || source === 'file' ? text.replace(/\s+/g, ' ') : previewOf(text),
      'NFC',
    ),
  }));
  for (const { source, text } of texts) {
    const ranges = phrases.length === 0 ? [] : rangesOf(text, phrases);
    if (ranges.length > 0) return { source, parts: partsOf(text, ranges) };
  }
  const shown = texts.find(({ source, text }) => source !== 'user' && text !== '');
  return { source: shown?.source ?? 'question', parts: partsOf(shown?.text ?? '', []) };
};
