import { createHash } from 'node:crypto';
import type { DocumentKind } from '../../../db/schema/knowledge.ts';
import { type FileFormat, knowledgeFormats, knowledgeLimitMb } from '../../../lib/file-formats/index.ts';
import { cleanFileName, fileNameOfUrl } from '../../../lib/file-name.ts';
import { detectType } from '../../../recognition/index.ts';
import type { KnownPage } from '../page-store.ts';
import type { SkipReason } from '../source.ts';
import { type CrawlWork, CrawlWorkError } from './crawl-work.ts';
import type { FetchedPage, FetchPage } from './fetch-page.ts';
import type { Crawl } from './open-crawl.ts';
import { normalUrl } from './select-urls.ts';

export interface PageContent {
  name: string;
  bytes: Uint8Array;
  format: FileFormat;
  kind: DocumentKind;
  contentHash: string;
  /** The bytes are the readable text of a page, not a file of the site. */
  isExtracted: boolean;
}

interface Validators {
  etag: string;
  lastModified: string;
}

export type PageOutcome =
  | { state: 'content'; content: PageContent; validators: Validators; links: string[] }
  | { state: 'unchanged'; validators: Validators | undefined; links: string[] }
  | { state: 'gone'; reason: SkipReason }
  | { state: 'skipped'; reason: SkipReason; links: string[] };

const mb = 1024 * 1024;

const skipped = (code: SkipReason['code'], detail = '', links: string[] = []): PageOutcome => ({
  state: 'skipped',
  reason: { code, detail },
  links,
});

const nameOf = (title: string, url: string): string => {
  const { host, pathname } = new URL(url);
  return cleanFileName(title).slice(0, 150).trim() || `${host}${pathname}`.slice(0, 150);
};

/** Fetches a page and extracts its content. */
export const createReadPage = ({ fetchPage, work }: { fetchPage: FetchPage; work: CrawlWork }) => {
  const contentOfHtml = async (crawl: Crawl, url: string, page: FetchedPage) => {
    const { bytes, charset } = page;
    const read = await work.call(crawl.owner, 'readPage', { bytes, charset, url: page.url });
    const links = read.mayBeFollowed ? read.links : [];
    if (!read.mayBeStored) return skipped('noindex', '', links);
    if (!/[\p{L}\p{N}]/u.test(read.markdown)) return skipped('no-text', '', links);
    const content: PageContent = {
      name: nameOf(read.title, url),
      bytes: Buffer.from(read.markdown),
      format: 'md',
      kind: 'text',
      contentHash: read.contentHash,
      isExtracted: true,
    };
    return { content, links };
  };

  const contentOfFile = (url: string, { bytes, mediaType }: FetchedPage, format: FileFormat) => {
    const kind = (['text', 'spreadsheet'] as const).find((one) => knowledgeFormats(one).includes(format));
    if (!kind) return skipped('unsupported', mediaType || format);
    const limitMb = knowledgeLimitMb(format) ?? 0;
    if (bytes.length > limitMb * mb) return skipped('too-large', `more than ${limitMb} MB`);
    const contentHash = createHash('sha256').update(bytes).digest('hex');
    return {
      content: {
        name: nameOf(fileNameOfUrl(url), url),
        bytes,
        format,
        kind,
        contentHash,
        isExtracted: false,
      },
      links: [],
    };
  };

  const contentOf = async (crawl: Crawl, url: string, page: FetchedPage) => {
    if (page.mediaType.includes('html')) return contentOfHtml(crawl, url, page);
    const { format } = await detectType({ bytes: page.bytes }, fileNameOfUrl(url) || undefined);
    if (format === 'html') return contentOfHtml(crawl, url, page);
    if (format === 'empty') return skipped('no-text');
    return contentOfFile(url, page, format);
  };

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
    const read = await contentOf(crawl, url, page);
    if ('state' in read) return read;
    const validators = { etag: page.etag, lastModified: page.lastModified };
    if (known?.contentHash === read.content.contentHash)
      return { state: 'unchanged', validators, links: read.links };
    return { state: 'content', content: read.content, validators, links: read.links };
  };

  return async (crawl: Crawl, url: string, known: KnownPage | undefined): Promise<PageOutcome> => {
    const result = await fetchPage({ url, known, delayMs: crawl.delayMs(url), signal: crawl.signal });
    if (result.kind === 'unchanged') return { state: 'unchanged', validators: undefined, links: [] };
    if (result.kind === 'gone')
      return { state: 'gone', reason: { code: 'status', detail: String(result.status) } };
    if (result.kind === 'skipped') return { state: 'skipped', reason: result.reason, links: [] };
    try {
      return await outcomeOf(crawl, url, result.page, known);
    } catch (error) {
      if (error instanceof CrawlWorkError) return skipped('unreadable', error.message);
      throw error;
    }
  };
};

export type ReadPage = ReturnType<typeof createReadPage>;
