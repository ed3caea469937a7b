import type { FairOwner } from '../lib/fair-queue.ts';
import type { FileFormat } from '../lib/file-formats/index.ts';

/** Stands between pages and slides. White space to everything that does not look for it. */
export const pageBreak = '\f';

/**
 * - `markdown`: headings, lists, tables and notes are marked; cut at headings, paragraphs and table rows.
 * - `text`: plain prose, marks mean nothing (a line that starts with `#` is no heading); cut at paragraphs.
 * - `code`: source text, lines as they were; cut at lines.
 * - `table`: `sheets` holds the rows; `markdown` shows the same as Markdown tables.
 */
export type RecognisedKind = 'markdown' | 'text' | 'code' | 'table';

export interface Sheet {
  name: string;
  /**
   * Cells as the spreadsheet shows them, every row equally long, empty rows and columns at the edges and
   * empty rows in between left out. A merged cell's text stands in each cell it covers, except where it
   * spans the whole width (a title): there only in the first.
   */
  rows: string[][];
}

export interface Recognised {
  kind: RecognisedKind;
  /** What the bytes are, whatever the name said. */
  format: FileFormat;
  markdown: string;
  sheets?: Sheet[];
  /** Pages of a PDF, slides of a presentation. */
  pages?: number;
  /** Sentences for people about what could not be read although the rest could. */
  warnings: string[];
}

export type RecognitionSource = { bytes: Uint8Array } | { path: string };

export interface RecognitionInput {
  source: RecognitionSource;
  /** Breaks ties among text kinds only; the bytes decide everything else. */
  name?: string;
  /** As the name's ending, for callers that know a format but no name. */
  declaredFormat?: string;
}

/** Pages of a PDF that are dealt with; told while scanned ones are read, which takes a second or two each. */
export interface ReadingProgress {
  page: number;
  pages: number;
}

export interface RecogniseOptions {
  /** Overrides the room's own limit for this file. */
  timeoutMs?: number;
  /** Whose file it is: workspaces, then their users, take turns. */
  owner?: FairOwner;
  /** Nobody waits for this file: others go first, and it may take as long as it gets on with its pages. */
  isBackground?: boolean;
  onProgress?(progress: ReadingProgress): void;
  signal?: AbortSignal;
}

/** What a reader of one format gives back; the rest of `Recognised` is filled in around it. */
export type Reading = Omit<Recognised, 'format' | 'warnings'> & {
  format?: FileFormat;
  warnings?: string[];
};
