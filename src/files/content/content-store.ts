import type { Handle } from '../../db/index.ts';

export type FileSource = { bytes: Uint8Array } | { path: string };

/** Where the content of a file is, see the column `files.stored_in`. */
export type FilePlace = 'local' | 'objects';

/** Called with the bytes of a file in order, while they are stored. */
export type Seen = (piece: Uint8Array) => void;

/** One of the places for the contents of files: the data folder, the database or object storage. */
export interface ContentStore {
  /**
   * Whether content is stored in the transaction of its row and deleted with it. Otherwise it is stored before that
   * transaction, so that no row refers to content that can be lost, and removed after the deletion is on disk.
   */
  readonly isInDatabase: boolean;
  /** Returns when the content survives a crash. @param handle the transaction, if the content is in the database. */
  write(handle: Handle, id: string, source: FileSource, seen: Seen): Promise<void>;
  /** The whole content. @param sizeBytes the size in the row. */
  read(id: string, sizeBytes: number): Promise<Uint8Array>;
  /** What a thread or process needs to read small files. Those without content may be missing. */
  sources(files: readonly { id: string; sizeBytes: number }[]): Promise<Map<string, FileSource>>;
  /** The bytes from `first` to `last`, inclusive. A piece is valid until the next one is requested. */
  pieces(id: string, first: number, last: number): AsyncGenerator<Uint8Array, void, void>;
  /** Contents that do not exist are skipped. */
  remove(ids: readonly string[]): Promise<void>;
  /** Resolves when a power cut cannot restore removed contents. Absent if it never can. */
  confirmRemoved?(ids: readonly string[]): Promise<void>;
  /** Rejects if there is no space for so many bytes. */
  requireRoom(newBytes: number): Promise<void>;
}
