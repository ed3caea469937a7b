import type { FairOwner } from '../../../../lib/fair-queue.ts';
import type { SafeFetch } from '../../../../lib/safe-fetch/index.ts';
import { type CrawlWork, CrawlWorkError } from '../../crawl/crawl-work.ts';
import type { GitConnection, SkipReason, SourceCredentials } from '../../source.ts';
import { SourceError } from '../../source-reader.ts';
import { mostListed } from '../discover-files.ts';
import { tooLarge } from '../file-limits.ts';
import {
  type FileResult,
  type FileStore,
  type ListedEntry,
  nameProblem,
  shownPath,
  type WantedFile,
} from '../file-store.ts';
import { type GitSession, openGitSession, PackTooLarge } from './git-session.ts';

interface GitDependencies {
  fetch: SafeFetch;
  work: CrawlWork;
}

interface GitPlace {
  url: string;
  connection: GitConnection;
  credentials: SourceCredentials | undefined;
  owner: FairOwner;
  signal: AbortSignal;
  /** Of all files that are fetched. Git does not tell sizes before. */
  maxTotalBytes: number;
}

const batchSize = 500;
const lfsPointer = 'version https://git-lfs.github.com/spec/v1\n';

const reasonOf = (mode: string): SkipReason | undefined => {
  if (mode === 'name') return { code: 'name', detail: 'the name is not valid UTF-8 or contains a slash' };
  if (mode === '120000') return { code: 'link', detail: '' };
  if (mode === '160000') return { code: 'submodule', detail: '' };
  return mode.startsWith('100') ? undefined : { code: 'special', detail: '' };
};

const entryOf = (line: string): ListedEntry => {
  const [mode = '', id = ''] = line.split(' ', 2);
  const path = line.slice(mode.length + id.length + 2);
  const reason = reasonOf(mode) ?? nameProblem(path);
  return reason ? { path: shownPath(path), reason } : { path, version: id, sizeBytes: undefined };
};

/** The files of a folder of a repository. Only the list of files and changed files are fetched. */
export const createOpenGitStore =
  ({ fetch, work }: GitDependencies) =>
  ({ url, connection, credentials, owner, signal, maxTotalBytes }: GitPlace): FileStore => {
    let opened: Promise<GitSession> | undefined;
    const session = (): Promise<GitSession> => {
      opened ??= openGitSession({ fetch, url, credentials, signal });
      return opened;
    };
    let commit: Promise<string> | undefined;
    const currentCommit = (): Promise<string> => {
      commit ??= session().then(({ commitOf }) => commitOf(connection.branch));
      return commit;
    };

    async function* list(): AsyncGenerator<ListedEntry[]> {
      const { fetchTrees, hash } = await session();
      const id = await currentCommit();
      const pack = await fetchTrees(id);
      const { folder } = connection;
      const tree = await work
        .call(owner, 'readGitTree', { pack, hash, commit: id, folder, mostEntries: mostListed })
        .catch((error) => {
          if (error instanceof CrawlWorkError) throw new SourceError(error.message, { cause: error });
          throw error;
        });
      if (tree.state === 'no-folder') throw new SourceError(`The repository has no folder ${folder}`);
      if (tree.state === 'too-many')
        throw new SourceError(
          `There are more than ${mostListed.toLocaleString('en')} files and folders. Choose a smaller part`,
        );
      for (let at = 0; at < tree.entries.length; at += batchSize)
        yield tree.entries.slice(at, at + batchSize).map(entryOf);
    }

    const skipped = (reason: SkipReason): FileResult => ({ kind: 'skipped', reason });

    const resultOf = ({ version, maxBytes }: WantedFile, blobs: Map<string, Uint8Array>): FileResult => {
      const bytes = blobs.get(version);
      if (!bytes) return skipped({ code: 'unreachable', detail: 'the server did not send the file' });
      if (bytes.length > maxBytes) return skipped(tooLarge(maxBytes));
      if (Buffer.from(bytes.subarray(0, lfsPointer.length)).toString('latin1') === lfsPointer)
        return skipped({ code: 'lfs', detail: '' });
      return { kind: 'file', bytes, version };
    };

    let totalBytes = 0;
    const readTogether = async (files: readonly WantedFile[]): Promise<FileResult[]> => {
      if (totalBytes > maxTotalBytes) return files.map(() => skipped(tooLarge(maxTotalBytes)));
      const { fetchObjects, hash } = await session();
      const pack = await fetchObjects([...new Set(files.map(({ version }) => version))]);
      const blobs = await work.call(owner, 'readGitBlobs', { pack, hash });
      for (const bytes of blobs.values()) totalBytes += bytes.length;
      return files.map((file) => resultOf(file, blobs));
    };

    const readOne = async (file: WantedFile): Promise<FileResult> => {
      try {
        return (await readTogether([file]))[0]!;
      } catch (error) {
        if (error instanceof PackTooLarge) return skipped(tooLarge(file.maxBytes));
        if (error instanceof CrawlWorkError) return skipped({ code: 'unreadable', detail: error.message });
        throw error;
      }
    };

    const read = async (files: readonly WantedFile[]): Promise<FileResult[]> => {
      if (files.length === 0) return [];
      try {
        return await readTogether(files);
      } catch (error) {
        if (!(error instanceof PackTooLarge || error instanceof CrawlWorkError)) throw error;
        // One file is too large or damaged. The others are read.
        const results: FileResult[] = [];
        for (const file of files) results.push(await readOne(file));
        return results;
      }
    };

    return { list, read, listingVersion: currentCommit };
  };
