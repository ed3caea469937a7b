import type { Dirent } from 'node:fs';
import { opendir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isWithinFolder } from '../../../../lib/is-within-folder.ts';
import { SourceError } from '../../source-reader.ts';
import { mostListed } from '../discover-files.ts';
import { type ListedEntry, nameProblem, shownPath } from '../file-store.ts';

const batchSize = 500;
const utf8 = new TextDecoder('utf-8', { fatal: true });

interface NamedEntry {
  name: string;
  entry: Dirent<Buffer>;
}

/** Undefined if the bytes of the name are no UTF-8. */
const decode = (name: Buffer): string | undefined => {
  try {
    return utf8.decode(name);
  } catch {
    return undefined;
  }
};

/** Size and time, which change with the content. */
export const versionOf = ({ size, mtimeNs }: { size: bigint; mtimeNs: bigint }): string =>
  `${size} ${mtimeNs}`;

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '');

/**
 * The files below a folder, folder by folder in the order of their names. Links to files within the folder are
 * followed; links to folders are not, because they could form a circle.
 * @param root the real path of the folder.
 */
export async function* walkFolder(root: string, signal: AbortSignal): AsyncGenerator<ListedEntry[]> {
  let batch: ListedEntry[] = [];
  let seen = 0;

  const skip = (path: string, code: 'name' | 'hidden' | 'link' | 'special' | 'unreachable', detail = '') =>
    batch.push({ path: shownPath(path), reason: { code, detail } });

  const addFile = async (path: string): Promise<void> => {
    const facts = await stat(join(root, path), { bigint: true });
    if (!facts.isFile()) skip(path, facts.isDirectory() ? 'link' : 'special');
    else batch.push({ path, version: versionOf(facts), sizeBytes: Number(facts.size) });
  };

  const addLink = async (path: string): Promise<void> => {
    const target = await realpath(join(root, path));
    if (!isWithinFolder(root, target)) skip(path, 'link', 'leads outside of the folder');
    else if ((await stat(target)).isDirectory()) skip(path, 'link', 'leads to a folder');
    else await addFile(path);
  };

  /** Sorted by name. Entries with other names are reported. */
  const entriesOf = async (folder: string): Promise<NamedEntry[]> => {
    const entries: NamedEntry[] = [];
    const directory = await opendir(join(root, folder), {
      encoding: 'buffer' as BufferEncoding,
      bufferSize: 256,
    });
    for await (const found of directory) {
      signal.throwIfAborted();
      const entry = found as unknown as Dirent<Buffer>;
      seen += 1;
      if (seen > mostListed)
        throw new SourceError(
          `There are more than ${mostListed.toLocaleString('en')} files and folders. Choose a smaller part`,
        );
      const name = decode(entry.name);
      const path = `${folder}${name ?? entry.name.toString('latin1')}`;
      const problem = nameProblem(path);
      if (name === undefined) skip(path, 'name', 'the name is not valid UTF-8');
      else if (problem) skip(path, 'name', problem.detail);
      else if (name.startsWith('.')) skip(path, 'hidden');
      else entries.push({ name, entry });
    }
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  };

  const waiting: string[] = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const folders: string[] = [];
    let entries: NamedEntry[] = [];
    try {
      entries = await entriesOf(folder);
    } catch (error) {
      if (signal.aborted || error instanceof SourceError || folder === '') throw error;
      // Deleted while the folder was read, or without permission.
      if (!isMissing(error)) skip(folder, 'unreachable', (error as NodeJS.ErrnoException).code);
    }
    for (const { name, entry } of entries) {
      const path = `${folder}${name}`;
      try {
        if (entry.isDirectory()) folders.push(`${path}/`);
        else if (entry.isSymbolicLink()) await addLink(path);
        else if (entry.isFile()) await addFile(path);
        else skip(path, 'special');
      } catch (error) {
        if (!isMissing(error)) skip(path, 'unreachable', (error as NodeJS.ErrnoException).code);
        else if (entry.isSymbolicLink()) skip(path, 'link', 'leads nowhere');
      }
      if (batch.length >= batchSize) {
        yield batch;
        batch = [];
      }
    }
    waiting.push(...folders.reverse());
  }
  yield batch;
}
