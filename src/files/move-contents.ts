import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';
import type { ContentStore, FilePlace } from './content/content-store.ts';
import { deletePieces, listFilesIn, setPlace } from './file-store.ts';

type MovedFile = Awaited<ReturnType<typeof listFilesIn>>[number];

const listedAtOnce = 200;
const movedAtOnce = 4;

interface MoveDependencies {
  db: Database;
  contentIn(place: FilePlace): ContentStore;
}

interface MoveOptions {
  to: FilePlace;
  /** For the content of one file at a time. */
  temporaryFolder: string;
  onMoved(moved: Moved): void;
}

export interface Moved {
  files: number;
  bytes: number;
  /** Files that stay where they are, and why. */
  failed: { id: string; name: string; reason: string }[];
}

/** Content that is not what its row says. */
class DamagedContent extends Error {
  override readonly name = 'DamagedContent';
}

/**
 * Moves the contents of all files to another place, one file after the other: copies it, reads the copy back and compares
 * its checksum, changes the row, and removes the old content. So it can be interrupted and repeated at any time, and run
 * beside a service.
 */
export const createMoveContents = ({ db, contentIn }: MoveDependencies) => {
  /** Passes the pieces to `onPiece` and rejects if they are not the content of the file. */
  const readAll = async (
    content: ContentStore,
    { id, sizeBytes, sha256 }: MovedFile,
    onPiece: (piece: Uint8Array) => Promise<unknown> = async () => {},
  ): Promise<void> => {
    const hash = createHash('sha256');
    if (sizeBytes > 0)
      for await (const piece of content.pieces(id, 0, sizeBytes - 1)) {
        hash.update(piece);
        await onPiece(piece);
      }
    if (hash.digest('hex') !== sha256) throw new DamagedContent('its checksum is wrong');
  };

  const copyToDisk = async (content: ContentStore, file: MovedFile, path: string): Promise<void> => {
    const copy = await open(path, 'wx', 0o600);
    try {
      await readAll(content, file, (piece) => copy.write(piece));
    } finally {
      await copy.close();
    }
  };

  /** An interrupted move may have left a copy. */
  const write = async (content: ContentStore, { id }: MovedFile, path: string): Promise<void> => {
    const source = { path };
    if (content.isInDatabase)
      await db.transaction(async (tx) => {
        await deletePieces(tx, id);
        await content.write(tx, id, source, () => {});
      });
    else {
      await content.remove([id]);
      await content.write(db.query, id, source, () => {});
    }
  };

  const moveOne = async (file: MovedFile, from: FilePlace, to: FilePlace, path: string): Promise<boolean> => {
    const [source, target] = [contentIn(from), contentIn(to)];
    try {
      await copyToDisk(source, file, path);
      await write(target, file, path);
    } finally {
      await rm(path, { force: true });
    }
    await readAll(target, file);
    const isMoved = await db.transaction(async (tx) => {
      const isChanged = await setPlace(tx, { id: file.id, from, to });
      if (isChanged && source.isInDatabase) await deletePieces(tx, file.id);
      return isChanged;
    });
    // A power cut must not restore a row that refers to the removed content.
    await db.durable();
    // Otherwise it was deleted meanwhile.
    await (isMoved ? source : target).remove([file.id]);
    return isMoved;
  };

  return async ({ to, temporaryFolder, onMoved }: MoveOptions): Promise<Moved> => {
    const from: FilePlace = to === 'local' ? 'objects' : 'local';
    const moved: Moved = { files: 0, bytes: 0, failed: [] };
    await mkdir(temporaryFolder, { recursive: true, mode: 0o700 });

    const tryOne = async (file: MovedFile): Promise<void> => {
      const path = join(temporaryFolder, `${randomBytes(16).toString('hex')}.spill`);
      try {
        if (!(await moveOne(file, from, to, path))) return;
        moved.files += 1;
        moved.bytes += file.sizeBytes;
        onMoved(moved);
      } catch (error) {
        // Without the storage no other file can be moved either.
        if (error instanceof AppError) throw error;
        moved.failed.push({ id: file.id, name: file.name, reason: (error as Error).message });
      }
    };

    for (let after = ''; ; ) {
      const batch = await listFilesIn(db.query, from, { after, limit: listedAtOnce });
      const waiting = [...batch];
      const work = async (): Promise<void> => {
        for (let file = waiting.shift(); file; file = waiting.shift()) await tryOne(file);
      };
      const workers = await Promise.allSettled(Array.from({ length: movedAtOnce }, work));
      for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
      if (batch.length < listedAtOnce) return moved;
      after = batch.at(-1)!.id;
    }
  };
};
