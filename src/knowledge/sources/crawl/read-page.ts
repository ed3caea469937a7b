import { cleanFileName, fileNameOfUrl } from '../../../lib/file-name.ts';
import { outcomeOfContent, type PageOutcome, skipped } from '../page-outcome.ts';
import type { KnownPage } from '../page-store.ts';
import type { ReadContent } from '../read-content.ts';
import type { FetchedPage, FetchPage } from './fetch-page.ts';
import type { Crawl } from './open-crawl.ts';
import { normalUrl } from './select-urls.ts';

const nameOf = (title: string, url: string): string => {
  const { host, pathname } = new URL(url);
  return cleanFileName(title).slice(0, 150).trim() || `${host}${pathname}`.slice(0, 150);
};

/** Fetches a page and extracts its content. */
export const createReadPage = ({
  fetchPage,
  readContent,
}: {
  fetchPage: FetchPage;
  readContent: ReadContent;
}) => {
  const outcomeOf = async (
    crawl: Crawl,
    url: string,
    page: FetchedPage,
    known: KnownPage | undefined,
  ): Promise<PageOutcome> => {
    const finalUrl = normalUrl(page.url);
    // The page is read at its own URL, so that two addresses of a page make one document.
    if (crawl.source.kind !== 'page' && finalUrl !== undefined && finalUrl !== url)
      return skipped('redirect', finalUrl, [finalUrl]);
    const { bytes, mediaType, charset } = page;
    const fileName = fileNameOfUrl(url);
    const read = await readContent(crawl.owner, {
      bytes,
      mediaType,
      charset,
      baseUrl: page.url,
      fileName,
      sourceUrl: url,
      nameOf: (title = fileName) => nameOf(title, url),
      respectsRobots: true,
    });
    if ('state' in read) return read;
    return outcomeOfContent(read, { etag: page.etag, lastModified: page.lastModified }, known);
  };

  return async (crawl: Crawl, url: string, known: KnownPage | undefined): Promise<PageOutcome> => {
    const result = await fetchPage({ url, known, delayMs: crawl.delayMs(url), signal: crawl.signal });
    if (result.kind === 'unchanged') return { state: 'unchanged', validators: undefined, links: [] };
    if (result.kind === 'gone')
      return { state: 'gone', reason: { code: 'status', detail: String(result.status) } };
    if (result.kind === 'skipped') return { state: 'skipped', reason: result.reason, links: [] };
    return outcomeOf(crawl, url, result.page, known);
  };
};

export type ReadPage = ReturnType<typeof createReadPage>;
