import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database, Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { createConcurrencyLimit } from '../lib/concurrency-limit.ts';
import { faultPoint } from '../lib/fault-point.ts';
import { cleanFileName } from '../lib/file-name.ts';
import type { FreeDisk } from '../lib/free-disk.ts';
import { newId } from '../lib/ids.ts';
import { syncFile, syncFolder } from '../lib/sync-file.ts';
import type { FileOwner, FileQuotas } from './file-quotas.ts';
import {
  deleteFiles,
  deleteUnreferenced,
  findFile,
  insertFile,
  insertPiece,
  insertUnreferenced,
  insertUnreferencedAgain,
  listUnreferenced,
  readPieces,
  readPiecesOf,
  setContent,
} from './file-store.ts';
import { readRangeOfPath, readRangeOfRows } from './read-range.ts';

const pieceBytes = 1024 * 1024;
const sweptAtOnce = 500;
/** Concurrent queries of all downloads together. */
const readsAtOnce = 3;

export type FileSource = { bytes: Uint8Array } | { path: string };

export interface NewFile extends FileOwner {
  name: string;
  mediaType: string;
  source: FileSource;
  /** Unreferenced: removed later, unless `markReferenced` or a document refers to it. */
  isUnreferenced?: boolean;
  /** Counted, but never refused: files that the service creates for a running reply. */
  mayExceedQuota?: boolean;
}

export interface StoredFile {
  id: string;
  name: string;
  mediaType: string;
  sizeBytes: number;
}

/** A stored file that can be read partially. */
export interface OpenFile extends StoredFile {
  sha256: string;
  /**
   * The bytes from `first` to `last`, inclusive, in pieces of limited size. A piece is valid until the next one
   * is requested. Nothing is read before the first piece is requested.
   */
  pieces(first: number, last: number): AsyncGenerator<Uint8Array, void, void>;
}

async function* piecesOf(source: FileSource): AsyncGenerator<Uint8Array> {
  if ('path' in source) yield* createReadStream(source.path, { highWaterMark: pieceBytes });
  else
    for (let start = 0; start < source.bytes.length; start += pieceBytes)
      yield source.bytes.subarray(start, start + pieceBytes);
}

const sizeOf = async (source: FileSource): Promise<number> =>
  'bytes' in source ? source.bytes.length : (await stat(source.path)).size;

interface FilesDependencies {
  db: Database;
  clock: Clock;
  folder: string;
  quotas: FileQuotas;
  /** Path of the folder. */
  freeDisk: FreeDisk;
}

/** Path of a file's content in the folder of files. */
export const filePath = (folder: string, id: string): string => join(folder, id.slice(-2), id);

/**
 * Files of messages and documents. With SQLite they are in the data folder. With PostgreSQL, whose
 * processes share no folder, they are in the database, in pieces.
 */
export const createFiles = ({ db, clock, folder, quotas, freeDisk }: FilesDependencies) => {
  const pathOf = (id: string): string => filePath(folder, id);
  const withLimit = createConcurrencyLimit(readsAtOnce);

  const writeToFolder = async (
    id: string,
    source: FileSource,
    seen: (piece: Uint8Array) => void,
  ): Promise<void> => {
    const path = pathOf(id);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const piece of piecesOf(source)) {
        seen(piece);
        await file.write(piece);
      }
      // The row of the file is committed after this, so it never refers to bytes that a power cut can lose.
      await syncFile(file, path);
    } finally {
      await file.close();
    }
  };

  const insertRow = async (tx: Handle, file: NewFile, stored: StoredFile, sha256: string): Promise<void> => {
    const nowMs = clock.nowMs();
    await insertFile(tx, {
      ...stored,
      workspaceId: file.workspaceId,
      sha256,
      createdAtMs: nowMs,
      agentId: file.agent?.id ?? null,
      visitorId: file.visitorId ?? null,
    });
    if (file.isUnreferenced) await insertUnreferenced(tx, stored.id, nowMs);
  };

  /** Checked before a file is written, and again when it is counted, because others may have stored files meanwhile. */
  const requireRoom = async (handle: Handle, file: NewFile, newBytes: number): Promise<void> => {
    if (!file.mayExceedQuota) await quotas.require(handle, file, newBytes);
    // With PostgreSQL files are on its server's disk, whose free space is unknown here.
    if (db.kind === 'sqlite') await freeDisk.requireRoom(newBytes);
  };

  const store = async (file: NewFile): Promise<StoredFile> => {
    const stored: StoredFile = {
      id: newId(clock.nowMs()),
      name: cleanFileName(file.name) || 'file',
      mediaType: file.mediaType,
      sizeBytes: 0,
    };
    const hash = createHash('sha256');
    const seen = (piece: Uint8Array): void => {
      stored.sizeBytes += piece.length;
      hash.update(piece);
    };
    await requireRoom(db.query, file, await sizeOf(file.source));
    if (db.kind === 'sqlite') {
      await writeToFolder(stored.id, file.source, seen);
      try {
        await db.transaction(async (tx) => {
          await insertRow(tx, file, stored, hash.digest('hex'));
          await requireRoom(tx, file, 0);
        });
      } catch (error) {
        // Only if the row certainly does not exist: an error does not prove that nothing was committed.
        if (!(await find(stored.id))) await rm(pathOf(stored.id), { force: true });
        throw error;
      }
      faultPoint('file-stored');
      return stored;
    }
    await db.transaction(async (tx) => {
      await insertRow(tx, file, stored, '');
      let position = 0;
      for await (const bytes of piecesOf(file.source)) {
        seen(bytes);
        await insertPiece(tx, { fileId: stored.id, position: position++, bytes });
      }
      await setContent(tx, { id: stored.id, sizeBytes: stored.sizeBytes, sha256: hash.digest('hex') });
      await requireRoom(tx, file, 0);
    });
    faultPoint('file-stored');
    return stored;
  };

  const read = async (id: string): Promise<Uint8Array> => {
    if (db.kind === 'sqlite') return readFile(pathOf(id));
    return Buffer.concat(await readPieces(db.query, id));
  };

  /** What a thread or process needs to read small files: paths, or the bytes if the database stores them. */
  const sources = async (ids: readonly string[]): Promise<Map<string, FileSource>> => {
    if (db.kind === 'sqlite') return new Map(ids.map((id) => [id, { path: pathOf(id) }]));
    const pieces = Map.groupBy(await readPiecesOf(db.query, ids), (piece) => piece.fileId);
    return new Map(
      [...pieces].map(([id, parts]) => [id, { bytes: Buffer.concat(parts.map(({ bytes }) => bytes)) }]),
    );
  };

  const find = (id: string) => findFile(db.query, id);

  const openStored = async (id: string): Promise<OpenFile | undefined> => {
    const file = await find(id);
    return (
      file && {
        ...file,
        pieces: (first, last) =>
          db.kind === 'sqlite'
            ? readRangeOfPath(pathOf(id), first, last)
            : readRangeOfRows(db.query, withLimit, id, first, last),
      }
    );
  };

  /** After the deletion of the rows is on disk: a power cut must not restore a row without its content. */
  const removePaths = async (ids: readonly string[]): Promise<void> => {
    if (db.kind !== 'sqlite' || ids.length === 0) return;
    await db.durable();
    for (const id of ids) await rm(pathOf(id), { force: true });
  };

  /** The row is deleted first: a file without a row is only garbage, a row without its file is an error. */
  const remove = async (id: string): Promise<void> => {
    await deleteFiles(db.query, [id]);
    await removePaths([id]);
  };

  /**
   * Removes unreferenced files after a rejection or an error. An error does not prove that the transaction which keeps
   * them was not committed: the connection may have broken after the commit. So the row in `loose_files` decides,
   * and on PostgreSQL the deletion waits for a commit in progress.
   */
  const discard = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    const unnamed = await db.transaction(async (tx) => {
      const found = await deleteUnreferenced(tx, ids);
      await deleteFiles(tx, found);
      return found;
    });
    await removePaths(unnamed);
  };

  return {
    store,
    /** The whole file in memory, only for work that needs all of it. Downloads use `open`. */
    read,
    sources,
    find,
    open: openStored,
    /**
     * Deletes rows, and with PostgreSQL the content, in a transaction. Files in the folder stay until
     * `removeContents`, which the same transaction must schedule as a job, because a job survives a crash.
     */
    removeIn: deleteFiles,
    /** For files whose rows are deleted. Repeating it is harmless. */
    removeContents: async (ids: readonly string[]): Promise<void> => {
      await removePaths(ids);
      if (db.kind !== 'sqlite') return;
      // Until then a power cut could restore what was removed.
      for (const parent of new Set(ids.map((id) => dirname(pathOf(id)))))
        if (existsSync(parent)) await syncFolder(parent);
    },
    /** Part of the transaction that stores the reference to them. */
    markReferenced: async (tx: Handle, ids: readonly string[]): Promise<void> => {
      await deleteUnreferenced(tx, ids);
    },
    /** Part of the transaction that deletes the last reference to them. They are removed after a day. */
    markUnreferenced: (tx: Handle, ids: readonly string[]): Promise<void> =>
      insertUnreferencedAgain(tx, ids, clock.nowMs()),
    /**
     * Removes unreferenced files older than the given time: their process died, and an
     * erasure of a conversation would not find them.
     */
    sweepUnreferenced: async (beforeMs: number): Promise<void> => {
      for (;;) {
        const unreferenced = await listUnreferenced(db.query, { beforeMs, limit: sweptAtOnce });
        for (const { fileId, isNamed } of unreferenced)
          if (isNamed) await deleteUnreferenced(db.query, [fileId]);
          else await remove(fileId);
        if (unreferenced.length < sweptAtOnce) return;
      }
    },
    remove,
    discard,
  };
};

export type Files = ReturnType<typeof createFiles>;
