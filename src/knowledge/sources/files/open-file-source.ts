import { cleanFileName } from '../../../lib/file-name.ts';
import { inOrder } from '../../documents/in-order.ts';
import { outcomeOfContent, type PageOutcome } from '../page-outcome.ts';
import type { ReadContent } from '../read-content.ts';
import type { SourceRules } from '../source.ts';
import type { SourceReader, WantedPage } from '../source-reader.ts';
import type { DiscoverFiles } from './discover-files.ts';
import { maxBytesOf } from './file-limits.ts';
import type { FileResult, FileStore } from './file-store.ts';

interface FileSource {
  workspaceId: string;
  rules: SourceRules;
}

interface FileSourceOptions {
  store: FileStore;
  signal: AbortSignal;
  /** URL of a file for citations. */
  urlOf?(path: string): string;
}

/** As long as names that are uploaded. */
const longestName = 200;
const readAtOnce = 8;

/** The end of a long path says more than its start. */
const nameOf = (path: string): string => {
  const name = cleanFileName(path);
  return name.length > longestName ? `…${name.slice(1 - longestName).toWellFormed()}` : name;
};

/** A source whose content is files: they are listed completely, and only changed ones are read. */
export const createOpenFileSource =
  ({ discoverFiles, readContent }: { discoverFiles: DiscoverFiles; readContent: ReadContent }) =>
  (
    { workspaceId, rules }: FileSource,
    { store, signal, urlOf = () => '' }: FileSourceOptions,
  ): SourceReader => {
    const owner = { workspaceId, userId: '' };

    const outcomeOf = async ({ url, known }: WantedPage, result: FileResult): Promise<PageOutcome> => {
      if (result.kind === 'gone') return { state: 'gone', reason: { code: 'gone', detail: '' } };
      if (result.kind === 'skipped') return { state: 'skipped', reason: result.reason, links: [] };
      const sourceUrl = urlOf(url);
      const read = await readContent(owner, {
        bytes: result.bytes,
        mediaType: '',
        charset: undefined,
        baseUrl: sourceUrl,
        fileName: url.slice(url.lastIndexOf('/') + 1),
        sourceUrl,
        nameOf: () => nameOf(url) || 'file',
        respectsRobots: false,
      });
      if ('state' in read) return read;
      return outcomeOfContent(read, { etag: result.version, lastModified: '' }, known);
    };

    const isUnchanged = ({ known, version }: WantedPage): boolean =>
      known !== undefined && version !== null && known.etag === version;

    return {
      owner,
      signal,
      discover: async (last) => {
        const version = await store.listingVersion?.();
        if (version !== undefined && version === last?.version) return { ...last.discovered, version };
        const found = await discoverFiles({ owner, signal, rules, entries: store.list() });
        return version === undefined ? found : { ...found, version };
      },
      read: async (pages) => {
        const changed = pages.filter((page) => !isUnchanged(page));
        const results = await store.read(
          changed.map(({ url, version }) => ({
            path: url,
            version: version ?? '',
            maxBytes: maxBytesOf(url),
          })),
        );
        const outcomes = new Map<WantedPage, PageOutcome>();
        await inOrder(changed, readAtOnce, async (page, at) => {
          outcomes.set(page, await outcomeOf(page, results[at]!));
        });
        return pages.map(
          (page) => outcomes.get(page) ?? { state: 'unchanged', validators: undefined, links: [] },
        );
      },
      select: () => Promise.resolve([]),
    };
  };

export type OpenFileSource = ReturnType<typeof createOpenFileSource>;
