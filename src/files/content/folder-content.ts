import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FreeDisk } from '../../lib/free-disk.ts';
import { syncFile, syncFolder } from '../../lib/sync-file.ts';
import { readRangeOfPath } from '../read-range.ts';
import type { ContentStore } from './content-store.ts';
import { piecesOf } from './file-source.ts';

/** Path of a file's content in the folder of files. */
export const filePath = (folder: string, id: string): string => join(folder, id.slice(-2), id);

/** With SQLite, whose only process has the folder. */
export const createFolderContent = ({
  folder,
  freeDisk,
}: {
  folder: string;
  /** Of the folder. */
  freeDisk: FreeDisk;
}): ContentStore => {
  const pathOf = (id: string): string => filePath(folder, id);

  return {
    isInDatabase: false,
    write: async (_handle, id, source, seen) => {
      const path = pathOf(id);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path, 'wx', 0o600);
      try {
        for await (const piece of piecesOf(source)) {
          seen(piece);
          await file.write(piece);
        }
        await syncFile(file, path);
      } finally {
        await file.close();
      }
    },
    read: (id) => readFile(pathOf(id)),
    sources: async (files) => new Map(files.map(({ id }) => [id, { path: pathOf(id) }])),
    pieces: (id, first, last) => readRangeOfPath(pathOf(id), first, last),
    remove: async (ids) => {
      for (const id of ids) await rm(pathOf(id), { force: true });
    },
    confirmRemoved: async (ids) => {
      for (const parent of new Set(ids.map((id) => dirname(pathOf(id)))))
        if (existsSync(parent)) await syncFolder(parent);
    },
    requireRoom: freeDisk.requireRoom,
  };
};
