import type { FairOwner } from '../lib/fair-queue.ts';
import type { FileFormat } from '../lib/file-formats/index.ts';

/** Separator between pages and slides. White space for everything that does not look for it. */
export const pageBreak = '\f';

/**
 * - `markdown`: headings, lists, tables and notes are marked. Split at headings, paragraphs and table rows.
 * - `text`: plain text without markup (a line that starts with `#` is no heading). Split at paragraphs.
 * - `code`: source code with its lines. Split at lines.
 * - `table`: `sheets` contains the rows, `markdown` the same as Markdown tables.
 */
export type RecognisedKind = 'markdown' | 'text' | 'code' | 'table';

export interface Sheet {
  name: string;
  /**
   * Cells as the spreadsheet displays them. All rows have the same length. Empty rows and empty columns at the edges
   * are removed. The text of a merged cell is repeated in each cell it covers, except if it
   * spans the whole width (a title): then it is only in the first.
   */
  rows: string[][];
}

export interface Recognised {
  kind: RecognisedKind;
  /** Format by content, whatever the name says. */
  format: FileFormat;
  markdown: string;
  sheets?: Sheet[];
  /** Pages of a PDF, slides of a presentation. */
  pages?: number;
  /** Messages for people about parts that could not be read. */
  warnings: string[];
  /** Set if the text was longer than the caller wanted. */
  rest?: UnreadRest;
}

/** What is behind the part of a text that was returned. */
export interface UnreadRest {
  totalCharacters: number;
  /** Passages with words of the question, in the order of the text. */
  passages: string[];
  /** The next part of the text, for later questions. */
  continuation: string;
}

/** For texts that are too long for a prompt. */
export interface TextSearch {
  query: string;
  /** The beginning of the text that is returned in any case. */
  keepCharacters: number;
}

export type RecognitionSource = { bytes: Uint8Array } | { path: string };

export interface RecognitionInput {
  source: RecognitionSource;
  /** Only decides between text formats. The content decides everything else. */
  name?: string;
  /** Replaces the name's extension, for callers that know a format but no name. */
  declaredFormat?: string;
  /** Cells of a spreadsheet as data (ISO dates, plain numbers) instead of as displayed, without Markdown. */
  cellValues?: boolean;
  /** Returns the beginning of a long text, and passages of the rest. */
  search?: TextSearch;
}

/** Progress in pages of a PDF. Scanned pages take a second or two each. */
export interface ReadingProgress {
  page: number;
  pages: number;
}

export interface RecogniseOptions {
  /** Overrides the default limit for this file. */
  timeoutMs?: number;
  /** Owner of the file: workspaces, then their users, take turns. */
  owner?: FairOwner;
  /** Background work: other files go first, and it may take as long as pages make progress. */
  isBackground?: boolean;
  onProgress?(progress: ReadingProgress): void;
  signal?: AbortSignal;
}

/** Result of a reader of one format. The rest of `Recognised` is added by the caller. */
export type Reading = Omit<Recognised, 'format' | 'warnings'> & {
  format?: FileFormat;
  warnings?: string[];
};
