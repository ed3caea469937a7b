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
  deleteLoose,
  findFile,
  insertFile,
  insertLoose,
  insertPiece,
  listLoose,
  readPieces,
  setContent,
} from './file-store.ts';
import { readRangeOfPath, readRangeOfRows } from './read-range.ts';

const pieceBytes = 1024 * 1024;
const sweptAtOnce = 500;
/** Queries of all downloads together. */
const readsAtOnce = 3;

export type FileSource = { bytes: Uint8Array } | { path: string };

export interface NewFile extends FileOwner {
  name: string;
  mediaType: string;
  source: FileSource;
  /** Not named by anything yet: `keepIn`, or a document that names it, makes it stay. */
  isLoose?: boolean;
  /** Counted, but never refused: what the service itself makes for an answer that is already under way. */
  mayExceedQuota?: boolean;
}

export interface StoredFile {
  id: string;
  name: string;
  mediaType: string;
  sizeBytes: number;
}

/** A stored file that can be read in part. */
export interface OpenFile extends StoredFile {
  sha256: string;
  /**
   * The bytes from `first` to `last`, both included, in pieces of bounded size. A piece is valid until the next one
   * is asked for. Nothing is read before the first piece is asked for.
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
  /** Of the folder. */
  freeDisk: FreeDisk;
}

/** Where the contents of a file lie in the folder of files. */
export const filePath = (folder: string, id: string): string => join(folder, id.slice(-2), id);

/**
 * Files of messages and documents. With SQLite they lie in the data folder; with PostgreSQL, whose
 * processes share no folder, in the database, in pieces.
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
      // The row that names the file is committed after this: it never names bytes a power cut can take.
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
    if (file.isLoose) await insertLoose(tx, stored.id, nowMs);
  };

  /** Asked before a file is written, and again when it is counted: others may have stored theirs meanwhile. */
  const requireRoom = async (handle: Handle, file: NewFile, newBytes: number): Promise<void> => {
    if (!file.mayExceedQuota) await quotas.require(handle, file, newBytes);
    // With PostgreSQL files lie on the disk of its server, which we cannot ask.
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
        // Only where the row is certainly not there: an error does not prove that nothing was committed.
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

  /** After the deletion of the rows is on disk: a power cut must not bring back a row without its contents. */
  const removePaths = async (ids: readonly string[]): Promise<void> => {
    if (db.kind !== 'sqlite' || ids.length === 0) return;
    await db.durable();
    for (const id of ids) await rm(pathOf(id), { force: true });
  };

  /** The row goes first: a file without a row is only litter, a row without its file is an error. */
  const remove = async (id: string): Promise<void> => {
    await deleteFiles(db.query, [id]);
    await removePaths([id]);
  };

  /**
   * Gives back loose files after a refusal or an error. An error does not prove that the transaction which was to
   * keep them is not committed: the connection may have broken after the commit. So the mark of a loose file decides,
   * and on PostgreSQL its deletion waits for a commit that is still under way.
   */
  const discard = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    const unnamed = await db.transaction(async (tx) => {
      const found = await deleteLoose(tx, ids);
      await deleteFiles(tx, found);
      return found;
    });
    await removePaths(unnamed);
  };

  return {
    store,
    /** The whole file in memory: only for work that needs all of it at once. Downloads use `open`. */
    read,
    find,
    open: openStored,
    /**
     * Rows, and with PostgreSQL the contents, as part of a transaction. What lies in the folder stays until
     * `removeContents`, which the same transaction must see to: a job survives what a promise does not.
     */
    removeIn: deleteFiles,
    /** Of files whose rows are gone; doing it again is harmless. */
    removeContents: async (ids: readonly string[]): Promise<void> => {
      await removePaths(ids);
      if (db.kind !== 'sqlite') return;
      // Until then a power cut could bring back what was removed.
      for (const parent of new Set(ids.map((id) => dirname(pathOf(id)))))
        if (existsSync(parent)) await syncFolder(parent);
    },
    /** Part of the transaction that stores what names them. */
    keepIn: async (tx: Handle, ids: readonly string[]): Promise<void> => {
      await deleteLoose(tx, ids);
    },
    /**
     * Takes away files that came in before that time and that nothing came to name: whoever took them in died, and
     * nobody who erases a conversation would find them.
     */
    sweepLoose: async (beforeMs: number): Promise<void> => {
      for (;;) {
        const loose = await listLoose(db.query, { beforeMs, limit: sweptAtOnce });
        for (const { fileId, isNamed } of loose)
          if (isNamed) await deleteLoose(db.query, [fileId]);
          else await remove(fileId);
        if (loose.length < sweptAtOnce) return;
      }
    },
    remove,
    discard,
  };
};

export type Files = ReturnType<typeof createFiles>;
