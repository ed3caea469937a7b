import { EgressError, type SafeFetch } from '../../../lib/safe-fetch/index.ts';
import { reasonText, type SkipCode } from '../source.ts';
import { type Discovered, SourceError } from '../source-reader.ts';
import type { CrawlWork } from './crawl-work.ts';
import type { FetchedPage, FetchPage } from './fetch-page.ts';
import type { Crawl } from './open-crawl.ts';
import { readSitemaps } from './read-sitemaps.ts';
import { normalUrl, type SelectedUrl } from './select-urls.ts';

interface DiscoverDependencies {
  fetch: SafeFetch;
  fetchPage: FetchPage;
  work: CrawlWork;
}

/** Read from sitemaps, so that pages which the rules exclude do not use up the limit of pages. */
const urlsPerPage = 10;
const selectedAtOnce = 2000;

const isReported = ({ refusal }: SelectedUrl): boolean => refusal !== undefined && refusal !== 'outside';

/** The first pages of a source: the start page, the pages of sitemaps, or the items of a feed. */
export const createDiscoverPages = ({ fetch, fetchPage, work }: DiscoverDependencies) => {
  const requireStart = async (crawl: Crawl, accept?: string): Promise<FetchedPage> => {
    const { url } = crawl.source;
    const result = await fetchPage({
      url,
      known: undefined,
      delayMs: crawl.delayMs(url),
      signal: crawl.signal,
      accept,
    });
    if (result.kind === 'page') return result.page;
    if (result.kind === 'gone') throw new SourceError(`The URL answered with status ${result.status}`);
    if (result.kind === 'unchanged') throw new SourceError('The URL answered with status 304');
    const { code, detail } = result.reason;
    throw new SourceError(code === 'status' ? `The URL answered with status ${detail}` : detail);
  };

  const add = (found: Discovered, crawl: Crawl, selected: readonly SelectedUrl[], depth: number): void => {
    const known = new Set(found.pages.map((page) => page.url));
    for (const one of selected) {
      if (isReported(one))
        found.skipped.push({
          url: one.url,
          reason: reasonText({ code: one.refusal as SkipCode, detail: '' }),
        });
      if (one.refusal || known.has(one.url)) continue;
      known.add(one.url);
      if (found.pages.length < crawl.source.rules.maxPages) found.pages.push({ url: one.url, depth });
      else found.beyondLimit += 1;
    }
  };

  const discoverSite = async (crawl: Crawl, found: Discovered): Promise<void> => {
    const { url, rules } = crawl.source;
    const start = normalUrl(url) ?? url;
    const [own] = await crawl.select([start]);
    if (own?.refusal === 'robots')
      throw new SourceError('robots.txt of the server does not allow the start URL');
    const page = await requireStart(crawl);
    const [final] = await crawl.select([page.url]);
    if (final?.refusal === 'outside')
      throw new SourceError(
        `The start URL redirects to ${page.url}, which is outside of the source. Use that URL`,
      );
    add(found, crawl, [{ url: start }], 0);
    if (!rules.useSitemap) return;
    const sitemaps = await readSitemaps(fetch, await crawl.sitemaps(), {
      maxUrls: rules.maxPages * urlsPerPage,
      signal: crawl.signal,
    });
    for (let at = 0; at < sitemaps.urls.length; at += selectedAtOnce)
      add(found, crawl, await crawl.select(sitemaps.urls.slice(at, at + selectedAtOnce)), 1);
    for (const problem of sitemaps.problems)
      found.skipped.push({
        url: problem.url,
        reason: reasonText({ code: 'sitemap', detail: problem.detail }),
      });
  };

  const discoverFeed = async (crawl: Crawl, found: Discovered): Promise<void> => {
    const feed = await requireStart(
      crawl,
      'application/rss+xml,application/atom+xml,application/feed+json,*/*;q=0.5',
    );
    const text = new TextDecoder(/xml|json/.test(feed.mediaType) ? 'utf-8' : undefined).decode(feed.bytes);
    const items = await work.call(crawl.owner, 'readFeed', { text, url: feed.url });
    if (!items) throw new SourceError('The URL is no RSS, Atom or JSON feed');
    add(found, crawl, await crawl.select(items.map((item) => item.url)), 0);
  };

  return async (crawl: Crawl): Promise<Discovered> => {
    const found: Discovered = { pages: [], skipped: [], beyondLimit: 0 };
    try {
      if (crawl.source.kind === 'page') add(found, crawl, [{ url: crawl.source.url }], 0);
      else if (crawl.source.kind === 'site') await discoverSite(crawl, found);
      else await discoverFeed(crawl, found);
    } catch (error) {
      if (error instanceof EgressError) throw new SourceError(error.message, { cause: error });
      throw error;
    }
    return found;
  };
};

export type DiscoverPages = ReturnType<typeof createDiscoverPages>;
