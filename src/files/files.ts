import { createHash } from 'node:crypto';
import type { Database, Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { faultPoint } from '../lib/fault-point.ts';
import { cleanFileName } from '../lib/file-name.ts';
import { newId } from '../lib/ids.ts';
import type { ContentStore, FilePlace, FileSource } from './content/content-store.ts';
import { sizeOfSource } from './content/file-source.ts';
import type { ObjectContent } from './content/object-content.ts';
import type { FileOwner, FileQuotas } from './file-quotas.ts';
import {
  deleteFiles,
  deleteUnreferenced,
  findFile,
  findFiles,
  insertFile,
  insertUnreferenced,
  insertUnreferencedAgain,
  listUnreferenced,
  setContent,
} from './file-store.ts';
import { createMoveContents } from './move-contents.ts';

const sweptAtOnce = 500;

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

interface FilesDependencies {
  db: Database;
  clock: Clock;
  quotas: FileQuotas;
  /** The data folder or the database. */
  local: ContentStore;
  /** Object storage. New files are stored there if it is configured. */
  objects?: ObjectContent | undefined;
}

/** Files of messages and documents: their rows, and their contents in one of the places. */
export const createFiles = ({ db, clock, quotas, local, objects }: FilesDependencies) => {
  const contentIn = (place: FilePlace): ContentStore => {
    if (place === 'local') return local;
    if (objects) return objects;
    throw new Error('The file is in object storage, but FRONTDESK_FILES is not set');
  };
  const newPlace: FilePlace = objects ? 'objects' : 'local';
  const newContent = contentIn(newPlace);

  const insertRow = async (tx: Handle, file: NewFile, stored: StoredFile, sha256: string): Promise<void> => {
    const nowMs = clock.nowMs();
    await insertFile(tx, {
      ...stored,
      workspaceId: file.workspaceId,
      sha256,
      createdAtMs: nowMs,
      agentId: file.agent?.id ?? null,
      visitorId: file.visitorId ?? null,
      storedIn: newPlace,
    });
    if (file.isUnreferenced) await insertUnreferenced(tx, stored.id, nowMs);
  };

  /** Checked before a file is written, and again when it is counted, because others may have stored files meanwhile. */
  const requireRoom = async (handle: Handle, file: NewFile, newBytes: number): Promise<void> => {
    if (!file.mayExceedQuota) await quotas.require(handle, file, newBytes);
    await newContent.requireRoom(newBytes);
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
    await requireRoom(db.query, file, await sizeOfSource(file.source));
    if (newContent.isInDatabase)
      await db.transaction(async (tx) => {
        await insertRow(tx, file, stored, '');
        await newContent.write(tx, stored.id, file.source, seen);
        await setContent(tx, { id: stored.id, sizeBytes: stored.sizeBytes, sha256: hash.digest('hex') });
        await requireRoom(tx, file, 0);
      });
    else {
      await newContent.write(db.query, stored.id, file.source, seen);
      try {
        await db.transaction(async (tx) => {
          await insertRow(tx, file, stored, hash.digest('hex'));
          await requireRoom(tx, file, 0);
        });
      } catch (error) {
        // Only if the row certainly does not exist: an error does not prove that nothing was committed.
        if (!(await find(stored.id))) await newContent.remove([stored.id]).catch(() => {});
        throw error;
      }
    }
    faultPoint('file-stored');
    return stored;
  };

  const find = (id: string) => findFile(db.query, id);

  /**
   * Calls `work` with the place of the content. If it fails because the file was moved to another place meanwhile, it is
   * called again with that place.
   */
  async function* inPlace<Piece>(
    id: string,
    place: FilePlace,
    work: (content: ContentStore) => AsyncIterable<Piece>,
  ): AsyncGenerator<Piece, void, void> {
    try {
      yield* work(contentIn(place));
    } catch (error) {
      const now = await find(id);
      if (!now || now.storedIn === place) throw error;
      yield* work(contentIn(now.storedIn));
    }
  }

  const read = async (id: string): Promise<Uint8Array> => {
    const file = await find(id);
    if (!file) throw new Error(`There is no file ${id}`);
    const whole = async function* (content: ContentStore) {
      yield await content.read(id, file.sizeBytes);
    };
    for await (const bytes of inPlace(id, file.storedIn, whole)) return bytes;
    throw new Error(`File ${id} has no content`);
  };

  /** What a thread or process needs to read small files: paths, or the bytes if they are not in the data folder. */
  const sources = async (ids: readonly string[]): Promise<Map<string, FileSource>> => {
    const places = Map.groupBy(await findFiles(db.query, ids), ({ storedIn }) => storedIn);
    const found = await Promise.all([...places].map(([place, files]) => contentIn(place).sources(files)));
    return new Map(found.flatMap((sourcesOfPlace) => [...sourcesOfPlace]));
  };

  const openStored = async (id: string): Promise<OpenFile | undefined> => {
    const file = await find(id);
    if (!file) return undefined;
    const { storedIn, ...about } = file;
    return {
      ...about,
      pieces: (first, last) => {
        let next = first;
        return inPlace(id, storedIn, async function* (content) {
          for await (const piece of content.pieces(id, next, last)) {
            next += piece.length;
            yield piece;
          }
        });
      },
    };
  };

  /** After the deletion of the rows is on disk: a power cut must not restore a row without its content. */
  const removeDeleted = async (deleted: readonly { id: string; storedIn: FilePlace }[]): Promise<void> => {
    if (deleted.length === 0) return;
    await db.durable();
    for (const place of new Set(deleted.map(({ storedIn }) => storedIn)))
      await contentIn(place).remove(deleted.filter(({ storedIn }) => storedIn === place).map(({ id }) => id));
  };

  /** For files whose rows are deleted. Repeating it is harmless. */
  const removeContents = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    await db.durable();
    for (const content of [local, objects]) {
      await content?.remove(ids);
      await content?.confirmRemoved?.(ids);
    }
  };

  /** The row is deleted first: a file without a row is only garbage, a row without its file is an error. */
  const remove = async (id: string): Promise<void> => {
    const deleted = await deleteFiles(db.query, [id]);
    if (deleted.length > 0) await removeDeleted(deleted);
    // Repeated after a crash between the two: the place is not known any more.
    else await removeContents([id]);
  };

  /**
   * Removes unreferenced files after a rejection or an error. An error does not prove that the transaction which keeps
   * them was not committed: the connection may have broken after the commit. So the row in `loose_files` decides,
   * and on PostgreSQL the deletion waits for a commit in progress.
   */
  const discard = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    const deleted = await db.transaction(async (tx) => deleteFiles(tx, await deleteUnreferenced(tx, ids)));
    // The request has failed already. An object that stays is removed by the daily sweep.
    await removeDeleted(deleted).catch(() => {});
  };

  return {
    store,
    /** The whole file in memory, only for work that needs all of it. Downloads use `open`. */
    read,
    sources,
    find,
    open: openStored,
    /**
     * Deletes rows, and contents in the database, in a transaction. Contents in the folder and in object storage stay
     * until `removeContents`, which the same transaction must schedule as a job, because a job survives a crash.
     */
    removeIn: async (tx: Handle, ids: readonly string[]): Promise<void> => {
      await deleteFiles(tx, ids);
    },
    removeContents,
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
    /** Moves the contents of all files to object storage or back. */
    moveContents: createMoveContents({ db, contentIn }),
  };
};

export type Files = ReturnType<typeof createFiles>;
