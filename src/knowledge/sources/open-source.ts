import type { createOpenWebSource } from './crawl/open-web-source.ts';
import { openFolderStore } from './files/folder/open-folder-store.ts';
import { fileUrlOf } from './files/git/file-url.ts';
import type { createOpenGitStore } from './files/git/open-git-store.ts';
import type { OpenFileSource } from './files/open-file-source.ts';
import type { createOpenS3Store } from './files/s3/open-s3-store.ts';
import type { Source, SourceCredentials } from './source.ts';
import { SourceError, type SourceReader } from './source-reader.ts';

/** What a run or a preview needs to know of a source. */
export interface ReadableSource
  extends Pick<Source, 'kind' | 'url' | 'rules' | 'workspaceId' | 'connection'> {
  credentials: SourceCredentials | undefined;
}

interface OpenDependencies {
  openWebSource: ReturnType<typeof createOpenWebSource>;
  openFileSource: OpenFileSource;
  openS3Store: ReturnType<typeof createOpenS3Store>;
  openGitStore: ReturnType<typeof createOpenGitStore>;
  /** Folders of the server that sources may read. */
  folders: readonly string[];
}

/** The reader of a source, by its kind. */
export const createOpenSource =
  ({ openWebSource, openFileSource, openS3Store, openGitStore, folders }: OpenDependencies) =>
  async (source: ReadableSource, signal: AbortSignal): Promise<SourceReader> => {
    const { kind, url, connection, credentials } = source;
    const owner = { workspaceId: source.workspaceId, userId: '' };
    if (kind === 'folder')
      return openFileSource(source, { store: await openFolderStore(url, folders, signal), signal });
    if (kind === 's3') {
      if (!connection.s3) throw new SourceError('The source has no bucket');
      const store = openS3Store({ url, connection: connection.s3, credentials, owner, signal });
      return openFileSource(source, { store, signal });
    }
    if (kind === 'git') {
      const git = connection.git ?? { branch: '', folder: '', urlTemplate: '' };
      const store = openGitStore({
        url,
        connection: git,
        credentials,
        owner,
        signal,
        maxTotalBytes: source.rules.maxTotalMb * 1024 * 1024,
      });
      return openFileSource(source, { store, signal, urlOf: (path) => fileUrlOf(git, path) });
    }
    return openWebSource(source, signal);
  };

export type OpenSource = ReturnType<typeof createOpenSource>;
