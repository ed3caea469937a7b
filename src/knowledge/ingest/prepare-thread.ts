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

/** Documents being chunked, by job. */
const open = new Map<string, Chunk[]>();

const countCodePoints = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) count += 1;
  return count;
};

const prepare = ({ text, headingPath, tokens, position }: Chunk): PreparedChunk => {
  const terms = analyse(searchableText({ text, headingPath }));
  return { position, text, headingPath, tokens, termCount: terms.length, terms: packTerms(terms) };
};

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
    open.set(input.key, chunks);
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
  take: ({ key, from, count }: { key: string; from: number; count: number }): PreparedChunk[] =>
    (open.get(key) ?? []).slice(from, from + count).map(prepare),
  close: ({ key }: { key: string }): void => {
    open.delete(key);
  },
};

export type PrepareHandlers = typeof handlers;

serveThread(handlers);
