import { createConcurrencyLimit } from '../../lib/concurrency-limit.ts';
import { AppError } from '../../lib/errors.ts';
import type { SafeFetch } from '../../lib/safe-fetch/index.ts';
import type { CrawlWork } from './crawl/crawl-work.ts';
import type { DiscoverPages } from './crawl/discover-pages.ts';
import { type Crawl, type CrawledSource, openCrawl, SourceError } from './crawl/open-crawl.ts';
import type { ReadPage } from './crawl/read-page.ts';
import { parseReason, type SkipReason } from './source.ts';

export interface SourcePreview {
  /** The first pages, in the order in which they would be read. */
  pages: { url: string; depth: number }[];
  /** Pages found, including those that are not listed. */
  found: number;
  /** Whether the limit of pages of the source was reached. */
  isOverLimit: boolean;
  skipped: { url: string; reason: SkipReason }[];
  /** The content of the first page. Null if it could not be read. */
  sample: { url: string; title: string; text: string } | null;
  sampleProblem: SkipReason | null;
}

interface PreviewDependencies {
  fetch: SafeFetch;
  work: CrawlWork;
  discoverPages: DiscoverPages;
  readPage: ReadPage;
}

const timeoutMs = 25_000;
const previewsAtOnce = 4;
const listedPages = 500;
const listedSkipped = 100;
const sampleLength = 2000;

/** What a source would read: the pages of sitemaps or a feed, and the links of the first page. */
export const createPreviewSource = ({ fetch, work, discoverPages, readPage }: PreviewDependencies) => {
  const limit = createConcurrencyLimit(previewsAtOnce);

  const preview = async (crawl: Crawl): Promise<SourcePreview> => {
    const { kind, rules } = crawl.source;
    const found = await discoverPages(crawl);
    const [first] = found.pages;
    const outcome = first && (await readPage(crawl, first.url, undefined));
    const links = outcome && 'links' in outcome && kind === 'site' && rules.followLinks ? outcome.links : [];
    const known = new Set(found.pages.map((page) => page.url));
    const skipped = found.skipped.map(({ url, reason }) => ({ url, reason: parseReason(reason)! }));
    for (const { url, refusal } of links.length > 0 && rules.maxDepth > 0 ? await crawl.select(links) : []) {
      if (known.has(url) || refusal === 'outside') continue;
      known.add(url);
      if (refusal) skipped.push({ url, reason: { code: refusal, detail: '' } });
      else found.pages.push({ url, depth: 1 });
    }
    const total = found.pages.length + found.beyondLimit;
    return {
      pages: found.pages.slice(0, Math.min(listedPages, rules.maxPages)),
      found: Math.min(total, rules.maxPages),
      isOverLimit: total > rules.maxPages,
      skipped: skipped.slice(0, listedSkipped),
      sample:
        first && outcome?.state === 'content'
          ? {
              url: first.url,
              title: outcome.content.name,
              text:
                outcome.content.format === 'md'
                  ? Buffer.from(outcome.content.bytes).toString('utf8').slice(0, sampleLength).toWellFormed()
                  : '',
            }
          : null,
      sampleProblem: outcome && 'reason' in outcome ? outcome.reason : null,
    };
  };

  return (source: CrawledSource): Promise<SourcePreview> =>
    limit(async () => {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        return await preview(openCrawl({ fetch, work }, source, signal));
      } catch (error) {
        if (error instanceof SourceError) throw new AppError('invalidParameter', `url: ${error.message}`);
        if (signal.aborted) throw new AppError('invalidParameter', 'url: the preview took too long');
        throw error;
      }
    });
};
