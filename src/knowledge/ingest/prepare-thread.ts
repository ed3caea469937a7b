import { readFileSync } from 'node:fs';
import type { FileSource } from '../../files/index.ts';
import { type TextLanguages, textLanguages } from '../../lib/language/index.ts';
import { serveThread } from '../../lib/thread/thread.ts';
import { countTokens, isWithinTokenLimit } from '../../lib/tokens.ts';
import { RecognitionError, readPlainFile } from '../../recognition/index.ts';
import { mostChunks } from '../chunk/chunk-limits.ts';
import {
  type Chunk,
  chunkMarkdown,
  chunkPairs,
  chunkSheets,
  indexedText,
  pairLimits,
  pairsOfSheets,
  type QaPair,
  type Searchable,
} from '../chunk/index.ts';
import { applyEdits, type ChunkEdit, type EditedChunk } from '../edit/apply-edits.ts';
import { analyse, completableWords } from '../keywords/index.ts';
import { invertSegments, type MergeInput, mergePages, type SegmentTerms } from '../postings/build-pages.ts';
import type { Page } from '../postings/pages.ts';
import { packTerms } from '../search-index/keywords/pack-terms.ts';
import type { DocumentContent } from './read-document.ts';

export interface PreparedChunk extends EditedChunk {
  termCount: number;
  terms: Uint8Array;
}

export interface CutFigures {
  /** All chunks, also disabled ones. */
  storedCount: number;
  /** Of the enabled chunks, as is the number of tokens. */
  chunkCount: number;
  tokenCount: number;
  charCount: number;
  /** Parts of the content that were skipped. */
  warnings: string[];
}

/** A small file that the thread reads itself. */
export interface UnreadFile {
  source: FileSource;
  /** Of a plain text. `extracted` and `pairs` are texts that the service wrote itself, as UTF-8. */
  format: string | { written: 'extracted' | 'pairs' };
}

export interface OpenInput {
  key: string;
  content: DocumentContent | { unread: UnreadFile };
  chunkTokens: number;
  separator: string;
  headerRows: number;
  edits: ChunkEdit[];
  /** A document of at most this many chunks is returned at once. */
  wholeUpTo: number;
}

/** A document that is small enough to be returned at once. */
export interface WholeDocument {
  chunks: PreparedChunk[];
  /** The different words, one per line. */
  words: string;
}

export type Opened =
  /** Nothing is kept. `too many`: more than `mostChunks`. `not plain`: the file needs a worker process. */
  | { problem: CutProblem | 'not plain' }
  /** `refused`: the file is the cause, for which the message is a sentence for people. */
  | { problem: 'refused' | 'failed'; message: string }
  /** The document is kept until `close`, unless `whole` is given. */
  | ({ problem: undefined; whole: WholeDocument | undefined } & CutFigures);

interface OpenDocument {
  chunks: EditedChunk[];
  languages: TextLanguages;
}

/** Documents being chunked, by job. */
const open = new Map<string, OpenDocument>();

/** Enough to tell the language of a document. */
const sampledChunks = 10;

const languagesIn = (chunks: readonly Searchable[]): TextLanguages =>
  textLanguages(
    chunks
      .slice(0, sampledChunks)
      .map(({ text }) => text.slice(0, 400))
      .join('\n'),
  );

const termsOf = (passage: Searchable, likely: TextLanguages): Pick<PreparedChunk, 'termCount' | 'terms'> => {
  const { terms, markers } = analyse(indexedText(passage), likely);
  return { termCount: terms.length, terms: packTerms([...terms, ...markers]) };
};

/** Words of a document that a search completes. More are in lists of data, where nobody looks for the beginning. */
const mostWords = 50_000;

const wordsIn = (passages: Iterable<Searchable>): string => {
  const words = new Set<string>();
  for (const passage of passages)
    for (const word of completableWords(indexedText(passage))) {
      if (words.size >= mostWords) return [...words].join('\n');
      words.add(word);
    }
  return [...words].join('\n');
};

const countCodePoints = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) count += 1;
  return count;
};

const prepare = (chunk: EditedChunk, languages: TextLanguages): PreparedChunk => ({
  ...chunk,
  ...termsOf(chunk, languages),
});

type ReadInput = Omit<OpenInput, 'content'> & { content: DocumentContent };

/** Checked before chunking, because so many chunks would not fit into memory. */
const wouldMakeTooMany = ({ content, chunkTokens, separator }: ReadInput): boolean =>
  'markdown' in content &&
  separator === '' &&
  !isWithinTokenLimit(content.markdown, chunkTokens * mostChunks);

interface CutChunks {
  chunks: Chunk[];
  warnings: string[];
}

/** Why a document has no chunks. */
export type CutProblem = 'too many' | 'empty' | 'no pairs' | 'too many pairs';

const cutPairs = (read: { pairs: QaPair[]; warnings: string[] }): CutChunks | CutProblem => {
  if (read.pairs.length === 0) return 'no pairs';
  if (read.pairs.length > pairLimits.pairs) return 'too many pairs';
  return { chunks: chunkPairs(read.pairs), warnings: read.warnings };
};

const cutText = ({ content, chunkTokens, separator, headerRows }: ReadInput): Chunk[] => {
  if ('sheets' in content) return chunkSheets(content.sheets, { chunkTokens, headerRows });
  if (!('markdown' in content)) return [];
  return chunkMarkdown(content.markdown, { chunkTokens, separator, isCode: content.isCode });
};

const cut = (input: ReadInput): CutChunks | CutProblem => {
  const { content } = input;
  if ('pairSheets' in content) return cutPairs(pairsOfSheets(content.pairSheets));
  if ('pairsJson' in content) return cutPairs({ pairs: JSON.parse(content.pairsJson), warnings: [] });
  if (wouldMakeTooMany(input)) return 'too many';
  const chunks = cutText(input);
  return chunks.length === 0 ? 'empty' : { chunks, warnings: [] };
};

/** Synchronous: in a thread of its own, and a third of the time for a small file. */
const bytesOf = (source: FileSource): Uint8Array =>
  'bytes' in source ? source.bytes : readFileSync(source.path);

/** Undefined if a worker process must read the file. */
const readUnread = async ({ source, format }: UnreadFile): Promise<DocumentContent | undefined> => {
  const bytes = bytesOf(source);
  if (typeof format === 'object') {
    const text = new TextDecoder().decode(bytes);
    return format.written === 'pairs' ? { pairsJson: text } : { markdown: text, isCode: false };
  }
  const read = await readPlainFile(bytes, format);
  return read && { markdown: read.markdown, isCode: read.kind === 'code' };
};

const openRead = (input: ReadInput): Opened => {
  const read = cut(input);
  if (typeof read === 'string') return { problem: read };
  const chunks = applyEdits(read.chunks, input.edits);
  if (chunks.length > mostChunks) return { problem: 'too many' };
  const languages = languagesIn(read.chunks);
  const isWhole = chunks.length <= input.wholeUpTo;
  const enabled = chunks.filter((chunk) => chunk.isEnabled);
  if (!isWhole) open.set(input.key, { chunks, languages });
  const { content } = input;
  return {
    problem: undefined,
    whole: isWhole
      ? { chunks: chunks.map((chunk) => prepare(chunk, languages)), words: wordsIn(enabled) }
      : undefined,
    warnings: read.warnings,
    storedCount: chunks.length,
    chunkCount: enabled.length,
    tokenCount: enabled.reduce((sum, chunk) => sum + chunk.tokens, 0),
    charCount:
      'markdown' in content && input.edits.length === 0
        ? countCodePoints(content.markdown)
        : chunks.reduce((sum, chunk) => sum + countCodePoints(chunk.text), 0),
  };
};

const openOne = async (input: OpenInput): Promise<Opened> => {
  const { content } = input;
  try {
    if (!('unread' in content)) return openRead({ ...input, content });
    const read = await readUnread(content.unread);
    return read ? openRead({ ...input, content: read }) : { problem: 'not plain' };
  } catch (error) {
    if (error instanceof RecognitionError) return { problem: 'refused', message: error.message };
    return { problem: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
};

/** Chunking and term analysis outside the event loop. Returns results in pages, so that receiving them is quick. */
const handlers = {
  open: async ({ documents }: { documents: readonly OpenInput[] }): Promise<Opened[]> => {
    const opened: Opened[] = [];
    for (const document of documents) opened.push(await openOne(document));
    return opened;
  },
  take: ({ key, from, count }: { key: string; from: number; count: number }): PreparedChunk[] => {
    const { chunks = [], languages = {} } = open.get(key) ?? {};
    return chunks.slice(from, from + count).map((chunk) => prepare(chunk, languages));
  },
  /** The different words of a document, one per line. */
  words: ({ key }: { key: string }): string =>
    wordsIn((open.get(key)?.chunks ?? []).filter((chunk) => chunk.isEnabled)),
  wordsOfPassages: ({ passages }: { passages: Searchable[] }): string => wordsIn(passages),
  /** The languages of a document, from its first chunks. */
  languages: ({ passages }: { passages: Searchable[] }): TextLanguages => languagesIn(passages),
  /** Numbers of tokens. A megabyte of Chinese takes more than a second. */
  tokens: ({ texts }: { texts: string[] }): number[] => texts.map(countTokens),
  /** The terms of stored chunks, in their order. */
  terms: ({ passages, languages }: { passages: Searchable[]; languages: TextLanguages }) =>
    passages.map((passage) => termsOf(passage, languages)),
  close: ({ key }: { key: string }): void => {
    open.delete(key);
  },
  invertSegments: ({ segments }: { segments: SegmentTerms[] }): Page[] => invertSegments(segments),
  mergePages: (input: MergeInput): Page[] => mergePages(input),
};

export type PrepareHandlers = typeof handlers;

serveThread(handlers);
