import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Handle } from '../../db/index.ts';
import { filesFolderName } from '../commands/backup-command.ts';

const pieceBytes = 2 ** 20;

interface FileRow {
  id: string;
  name: string;
  size_bytes: number;
  sha256: string;
}

const requireComplete = (file: FileRow, bytes: number, sha256: string, where: string): void => {
  if (bytes !== file.size_bytes || sha256 !== file.sha256)
    throw new Error(`File ${file.id} (${file.name}) is damaged ${where}`);
};

/** SQLite keeps file contents in the folder, PostgreSQL in the database in pieces. */
const copyFile = async (tx: Handle, dataDir: string, file: FileRow): Promise<void> => {
  const path = join(dataDir, filesFolderName, file.id.slice(-2), file.id);
  const hash = createHash('sha256');
  let [position, size] = [0, 0];
  try {
    for await (const bytes of createReadStream(path, { highWaterMark: pieceBytes })) {
      hash.update(bytes);
      size += bytes.length;
      await tx.insertInto('file_pieces').values({ file_id: file.id, position: position++, bytes }).execute();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(`File ${file.id} (${file.name}) is missing in the data folder`);
  }
  requireComplete(file, size, hash.digest('hex'), 'in the data folder');
};

const verifyFile = async (tx: Handle, file: FileRow): Promise<void> => {
  const hash = createHash('sha256');
  let size = 0;
  for (let position = 0; ; position++) {
    const piece = await tx
      .selectFrom('file_pieces')
      .select('bytes')
      .where('file_id', '=', file.id)
      .where('position', '=', position)
      .executeTakeFirst();
    if (!piece) break;
    hash.update(piece.bytes);
    size += piece.bytes.length;
  }
  requireComplete(file, size, hash.digest('hex'), 'after it was moved');
};

/** Copies the contents of every file and verifies its checksum on both sides. Those in object storage stay there. */
export const copyFiles = async (tx: Handle, dataDir: string): Promise<{ files: number; bytes: number }> => {
  const files = await tx
    .selectFrom('files')
    .select(['id', 'name', 'size_bytes', 'sha256'])
    .where('stored_in', '=', 'local')
    .execute();
  for (const file of files) {
    await copyFile(tx, dataDir, file);
    await verifyFile(tx, file);
  }
  return { files: files.length, bytes: files.reduce((sum, file) => sum + file.size_bytes, 0) };
};
