import type { FairOwner } from '../../../lib/fair-queue.ts';
import type { CrawlWork } from '../crawl/crawl-work.ts';
import { reasonText, type SkipReason, type SourceRules } from '../source.ts';
import { type Discovered, SourceError } from '../source-reader.ts';
import { isUnsupported, maxBytesOf } from './file-limits.ts';
import type { ListedEntry } from './file-store.ts';

/** Of a listing, including files that the rules exclude. A listing without end must not fill the memory. */
export const mostListed = 100_000;
/** Of the report. Further ones are not listed. */
const mostSkipped = 1000;

interface FilesInput {
  owner: FairOwner;
  signal: AbortSignal;
  rules: SourceRules;
  entries: AsyncIterable<readonly ListedEntry[]>;
}

/** The files of a listing that the rules and limits of the source allow. */
export const createDiscoverFiles =
  ({ work }: { work: CrawlWork }) =>
  async ({ owner, signal, rules, entries }: FilesInput): Promise<Discovered> => {
    const found: Discovered = { pages: [], skipped: [], beyondLimit: 0 };
    const maxTotalBytes = rules.maxTotalMb * 1024 * 1024;
    let [listed, files, totalBytes] = [0, 0, 0];

    const skip = (url: string, reason: SkipReason): void => {
      if (found.skipped.length < mostSkipped) found.skipped.push({ url, reason: reasonText(reason) });
    };

    const add = (entry: Extract<ListedEntry, { version: string }>, refusal: SkipReason['code'] | null) => {
      const { path, version, sizeBytes = 0 } = entry;
      if (refusal) return skip(path, { code: refusal, detail: '' });
      if (isUnsupported(path)) return skip(path, { code: 'unsupported', detail: '' });
      // A file that is too large is not read, and its document stays as it is.
      const bytes = sizeBytes > maxBytesOf(path) ? 0 : sizeBytes;
      if (found.pages.length >= rules.maxPages || totalBytes + bytes > maxTotalBytes) found.beyondLimit += 1;
      else {
        totalBytes += bytes;
        found.pages.push({ url: path, depth: path.split('/').length - 1, version });
      }
    };

    for await (const batch of entries) {
      signal.throwIfAborted();
      listed += batch.length;
      if (listed > mostListed)
        throw new SourceError(
          `There are more than ${mostListed.toLocaleString('en')} files and folders. Choose a smaller part`,
        );
      const wanted = batch.filter((entry) => 'version' in entry);
      files += wanted.length;
      for (const entry of batch) if ('reason' in entry) skip(entry.path, entry.reason);
      if (wanted.length === 0) continue;
      const { include, exclude } = rules;
      const paths = wanted.map(({ path }) => path);
      const refusals = await work.call(owner, 'selectPaths', { paths, include, exclude });
      for (const [at, entry] of wanted.entries()) add(entry, refusals[at]!);
    }
    // An unmounted volume is an empty folder. Its documents must not be deleted.
    if (files === 0) throw new SourceError('No files were found');
    return found;
  };

export type DiscoverFiles = ReturnType<typeof createDiscoverFiles>;
