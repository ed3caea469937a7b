import type { createOpenWebSource } from './crawl/open-web-source.ts';
import { openFolderStore } from './files/folder/open-folder-store.ts';
import type { OpenFileSource } from './files/open-file-source.ts';
import type { Source } from './source.ts';
import type { SourceReader } from './source-reader.ts';

/** What a run or a preview needs to know of a source. */
export type ReadableSource = Pick<Source, 'kind' | 'url' | 'rules' | 'workspaceId' | 'connection'>;

interface OpenDependencies {
  openWebSource: ReturnType<typeof createOpenWebSource>;
  openFileSource: OpenFileSource;
  /** Folders of the server that sources may read. */
  folders: readonly string[];
}

/** The reader of a source, by its kind. */
export const createOpenSource =
  ({ openWebSource, openFileSource, folders }: OpenDependencies) =>
  async (source: ReadableSource, signal: AbortSignal): Promise<SourceReader> => {
    if (source.kind === 'folder') {
      const store = await openFolderStore(source.url, folders, signal);
      return openFileSource(source, { store, signal });
    }
    return openWebSource(source, signal);
  };

export type OpenSource = ReturnType<typeof createOpenSource>;
