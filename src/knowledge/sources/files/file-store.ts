import type { SkipReason } from '../source.ts';

/** A file of a listing, or an entry that is not read, with the reason. */
export type ListedEntry =
  | {
      path: string;
      /** Changes when the file changes. */
      version: string;
      /** Undefined if the listing does not tell it. */
      sizeBytes: number | undefined;
    }
  | { path: string; reason: SkipReason };

export interface WantedFile {
  path: string;
  version: string;
  /** Larger files are not read. */
  maxBytes: number;
}

export type FileResult =
  | {
      kind: 'file';
      bytes: Uint8Array;
      /** Of the bytes: the file may have changed since it was listed. */
      version: string;
    }
  | { kind: 'gone' }
  | { kind: 'skipped'; reason: SkipReason };

/** Where the files of a source are. Paths are relative, with slashes. */
export interface FileStore {
  /** The same text as before: the same files with the same content. Absent if the store cannot tell. */
  listingVersion?(): Promise<string>;
  /** In batches, in a fixed order, and complete. */
  list(): AsyncIterable<readonly ListedEntry[]>;
  /** Results in the order of the files. */
  read(files: readonly WantedFile[]): Promise<FileResult[]>;
}

/** The path is part of the key of a row, which PostgreSQL limits to 2,704 bytes. */
export const longestPathBytes = 2000;

/** How a path may not be named: other bytes than UTF-8, too long, or steps such as `..`. */
export const nameProblem = (path: string): SkipReason | undefined => {
  if (Buffer.byteLength(path) > longestPathBytes)
    return { code: 'name', detail: `the path has more than ${longestPathBytes} bytes` };
  if (path.includes('\0') || !path.isWellFormed())
    return { code: 'name', detail: 'the path contains characters that cannot be stored' };
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..'))
    return { code: 'name', detail: 'the path contains an empty part, . or ..' };
  return undefined;
};

/** A path for the report, whatever it contains. */
export const shownPath = (path: string): string => {
  const shown = path.toWellFormed().replaceAll('\0', '\ufffd');
  return Buffer.byteLength(shown) > longestPathBytes ? `${shown.slice(0, 500)}…` : shown;
};
