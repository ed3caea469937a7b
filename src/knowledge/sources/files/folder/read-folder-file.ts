import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isWithinFolder } from '../../../../lib/is-within-folder.ts';
import { tooLarge } from '../file-limits.ts';
import type { FileResult, WantedFile } from '../file-store.ts';
import { versionOf } from './walk-folder.ts';

const gone = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

const skipped = (code: 'link' | 'special' | 'changed' | 'unreachable', detail: string): FileResult => ({
  kind: 'skipped',
  reason: { code, detail },
});

const readOpened = async (root: string, { path, maxBytes }: WantedFile): Promise<FileResult> => {
  const target = await realpath(join(root, path));
  if (!isWithinFolder(root, target)) return skipped('link', 'leads outside of the folder');
  // A FIFO would wait for a writer.
  const file = await open(target, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const before = await file.stat({ bigint: true });
    if (!before.isFile()) return skipped('special', '');
    // A folder of the path may have become a link since the path was resolved.
    const checked = await realpath(join(root, path));
    const now = await stat(checked, { bigint: true });
    if (!isWithinFolder(root, checked) || now.ino !== before.ino || now.dev !== before.dev)
      return skipped('changed', 'the file was replaced while it was read');
    if (before.size > BigInt(maxBytes)) return { kind: 'skipped', reason: tooLarge(maxBytes) };
    const bytes = Buffer.alloc(Number(before.size));
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    const version = versionOf(before);
    if (length < bytes.length || versionOf(await file.stat({ bigint: true })) !== version)
      return skipped('changed', 'the file changed while it was read');
    return { kind: 'file', bytes, version };
  } finally {
    await file.close();
  }
};

/** Reads a file below the folder, if its real path is below it too. */
export const readFolderFile = async (root: string, wanted: WantedFile): Promise<FileResult> => {
  try {
    return await readOpened(root, wanted);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (gone.has(code)) return { kind: 'gone' };
    if (code === '') throw error;
    return skipped('unreachable', code === 'EACCES' ? 'the service may not read the file' : code);
  }
};
