import { type TextLanguages, textLanguages } from '../../lib/language/index.ts';
import { isWithinTokenLimit } from '../../lib/tokens.ts';
import { type Chunk, chunkMarkdown, chunkSheets, type Sheet, searchableText } from '../chunk/index.ts';
import { analyse } from '../keywords/index.ts';
import { packTerms } from '../search-index/keywords/pack-terms.ts';
import { serveThread } from '../thread.ts';

export interface PreparedChunk {
  position: number;
  text: string;
  headingPath: string[];
  tokens: number;
  termCount: number;
  terms: Uint8Array;
}

export interface CutFigures {
  chunkCount: number;
  tokenCount: number;
  charCount: number;
}

interface OpenInput {
  key: string;
  content: { markdown: string; isCode: boolean } | { sheets: Sheet[] };
  chunkTokens: number;
  separator: string;
  headerRows: number;
}

interface OpenDocument {
  chunks: Chunk[];
  languages: TextLanguages;
}

/** Documents being chunked, by job. */
const open = new Map<string, OpenDocument>();

type Passage = Pick<Chunk, 'text' | 'headingPath'>;

/** Enough to tell the language of a document. */
const sampledChunks = 10;

const languagesIn = (chunks: readonly Passage[]): TextLanguages =>
  textLanguages(
    chunks
      .slice(0, sampledChunks)
      .map(({ text }) => text.slice(0, 400))
      .join('\n'),
  );

const termsOf = (passage: Passage, likely: TextLanguages): Pick<PreparedChunk, 'termCount' | 'terms'> => {
  const { terms, markers } = analyse(searchableText(passage), likely);
  return { termCount: terms.length, terms: packTerms([...terms, ...markers]) };
};

const countCodePoints = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) count += 1;
  return count;
};

const prepare = (
  { text, headingPath, tokens, position }: Chunk,
  languages: TextLanguages,
): PreparedChunk => ({
  position,
  text,
  headingPath,
  tokens,
  ...termsOf({ text, headingPath }, languages),
});

/** A text of 10 MB with one token per chunk would make millions. */
export const mostChunks = 50_000;

/** Checked before chunking, because so many chunks would not fit into memory. */
const wouldMakeTooMany = ({ content, chunkTokens, separator }: OpenInput): boolean =>
  'markdown' in content &&
  separator === '' &&
  !isWithinTokenLimit(content.markdown, chunkTokens * mostChunks);

const cut = ({ content, chunkTokens, separator, headerRows }: OpenInput): Chunk[] =>
  'sheets' in content
    ? chunkSheets(content.sheets, { chunkTokens, headerRows })
    : chunkMarkdown(content.markdown, { chunkTokens, separator, isCode: content.isCode });

/** Chunking and term analysis outside the event loop. Returns results in pages, so that receiving them is quick. */
const handlers = {
  /** `tooMany`: more than `mostChunks`, and nothing is kept. */
  open: (input: OpenInput): { tooMany: true } | ({ tooMany: false } & CutFigures) => {
    if (wouldMakeTooMany(input)) return { tooMany: true };
    const chunks = cut(input);
    if (chunks.length > mostChunks) return { tooMany: true };
    open.set(input.key, { chunks, languages: languagesIn(chunks) });
    const { content } = input;
    return {
      tooMany: false,
      chunkCount: chunks.length,
      tokenCount: chunks.reduce((sum, chunk) => sum + chunk.tokens, 0),
      charCount:
        'sheets' in content
          ? chunks.reduce((sum, chunk) => sum + countCodePoints(chunk.text), 0)
          : countCodePoints(content.markdown),
    };
  },
  take: ({ key, from, count }: { key: string; from: number; count: number }): PreparedChunk[] => {
    const { chunks = [], languages = {} } = open.get(key) ?? {};
    return chunks.slice(from, from + count).map((chunk) => prepare(chunk, languages));
  },
  /** The languages of a document, from its first chunks. */
  languages: ({ passages }: { passages: Passage[] }): TextLanguages => languagesIn(passages),
  /** The terms of stored chunks, in their order. */
  terms: ({ passages, languages }: { passages: Passage[]; languages: TextLanguages }) =>
    passages.map((passage) => termsOf(passage, languages)),
  close: ({ key }: { key: string }): void => {
    open.delete(key);
  },
};

export type PrepareHandlers = typeof handlers;

serveThread(handlers);
