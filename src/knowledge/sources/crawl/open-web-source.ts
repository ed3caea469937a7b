import type { SafeFetch } from '../../../lib/safe-fetch/index.ts';
import { inOrder } from '../../documents/in-order.ts';
import type { SourceReader } from '../source-reader.ts';
import type { CrawlWork } from './crawl-work.ts';
import type { DiscoverPages } from './discover-pages.ts';
import { type CrawledSource, openCrawl } from './open-crawl.ts';
import type { ReadPage } from './read-page.ts';

interface WebDependencies {
  fetch: SafeFetch;
  work: CrawlWork;
  discoverPages: DiscoverPages;
  readPage: ReadPage;
}

const readAtOnce = 8;

/** Pages, sites and feeds. */
export const createOpenWebSource =
  ({ fetch, work, discoverPages, readPage }: WebDependencies) =>
  (source: CrawledSource, signal: AbortSignal): SourceReader => {
    const crawl = openCrawl({ fetch, work }, source, signal);
    return {
      owner: crawl.owner,
      signal,
      discover: () => discoverPages(crawl),
      read: (pages) => inOrder(pages, readAtOnce, ({ url, known }) => readPage(crawl, url, known)),
      select: crawl.select,
    };
  };
