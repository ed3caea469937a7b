import type { FairOwner } from '../../lib/fair-queue.ts';
import type { SelectedUrl } from './crawl/select-urls.ts';
import type { PageOutcome } from './page-outcome.ts';
import type { KnownPage } from './page-store.ts';

/** The source cannot be read at all. The message is for operators. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

export interface DiscoveredPage {
  /** Of a page, or the path of a file. */
  url: string;
  depth: number;
  /** Changes when the file changes. Pages have none. */
  version?: string;
}

export interface Discovered {
  /** Of the whole listing, if the source has one. */
  version?: string;
  pages: DiscoveredPage[];
  /** Not read, with the reason as it is stored. */
  skipped: { url: string; reason: string }[];
  /** Pages that were found beyond the limit. */
  beyondLimit: number;
}

export interface LastDiscovered {
  version: string;
  discovered: Discovered;
}

export interface WantedPage {
  url: string;
  version: string | null;
  known: KnownPage | undefined;
}

/** One run or preview of a source. Each kind has its own. */
export interface SourceReader {
  owner: FairOwner;
  signal: AbortSignal;
  /** `last`: what the last complete run discovered, if its listing has this version. */
  discover(last?: LastDiscovered): Promise<Discovered>;
  /** Outcomes in the order of the pages. */
  read(pages: readonly WantedPage[]): Promise<PageOutcome[]>;
  /** Which links belong to the source. Files have no links. */
  select(urls: readonly string[]): Promise<SelectedUrl[]>;
}
