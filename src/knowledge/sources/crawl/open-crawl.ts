import type { FairOwner } from '../../../lib/fair-queue.ts';
import { EgressError, type SafeFetch } from '../../../lib/safe-fetch/index.ts';
import type { Source } from '../source.ts';
import { SourceError } from '../source-reader.ts';
import type { CrawlWork } from './crawl-work.ts';
import { crawlerHeaders } from './fetch-page.ts';
import type { Scope, SelectedUrl } from './select-urls.ts';

export type CrawledSource = Pick<Source, 'kind' | 'url' | 'rules' | 'workspaceId'>;

export interface Crawl {
  source: CrawledSource;
  owner: FairOwner;
  signal: AbortSignal;
  /** Which URLs belong to the source, by its rules and the robots.txt of their servers. */
  select(urls: readonly string[]): Promise<SelectedUrl[]>;
  /** Sitemaps that robots.txt of the source's server names. */
  sitemaps(): Promise<string[]>;
  /** Delay between two requests. */
  delayMs(url: string): number;
}

interface Site {
  crawlDelayMs: number;
  sitemaps: string[];
}

const maxRobotsBytes = 512 * 1024;
/** A feed may link to many servers. Further servers are not read. */
const mostOrigins = 50;
const longestDelayMs = 10_000;

/** The folder of a URL: /docs/index.html is in /docs/, /docs is a folder itself. */
const folderOf = (path: string): string =>
  /\.[a-z0-9]{1,6}$/i.test(path) ? path.slice(0, path.lastIndexOf('/') + 1) : path;

export const scopeOf = ({ kind, url, rules }: CrawledSource): Scope => {
  if (kind !== 'site') return { origin: undefined, pathPrefix: '/' };
  const { origin, pathname } = new URL(url);
  return { origin, pathPrefix: rules.pathPrefix || folderOf(pathname) };
};

/** What one run knows about the servers it reads. */
export const openCrawl = (
  { fetch, work }: { fetch: SafeFetch; work: CrawlWork },
  source: CrawledSource,
  signal: AbortSignal,
): Crawl => {
  const owner = { workspaceId: source.workspaceId, userId: '' };
  const scope = scopeOf(source);
  const robots: Record<string, string> = {};
  const sites = new Map<string, Site>();

  const readRobots = async (origin: string): Promise<string | undefined> => {
    const response = await fetch(`${origin}/robots.txt`, {
      headers: crawlerHeaders,
      redirects: 5,
      maxBytes: maxRobotsBytes,
      totalTimeoutMs: 20_000,
      signal,
    });
    if (response.status === 200) return response.text({ truncate: true });
    await response.discard();
    if (response.status >= 500)
      throw new SourceError(`robots.txt of ${new URL(origin).host} answered with status ${response.status}`);
    return undefined;
  };

  const visit = async (origin: string): Promise<Site> => {
    const known = sites.get(origin);
    if (known) return known;
    const site: Site = { crawlDelayMs: 0, sitemaps: [] };
    const text = await readRobots(origin);
    if (text !== undefined) {
      robots[origin] = text;
      const facts = await work.call(owner, 'robotsFacts', { origin, text });
      site.crawlDelayMs = Math.min(longestDelayMs, Math.max(0, facts.crawlDelaySeconds * 1000));
      site.sitemaps = facts.sitemaps;
    }
    sites.set(origin, site);
    return site;
  };

  const visitAll = async (urls: readonly string[]): Promise<void> => {
    const origins = new Set(urls.map((url) => URL.parse(url)?.origin ?? ''));
    for (const origin of origins) {
      const isInScope = scope.origin === undefined || origin === scope.origin;
      if (!isInScope || !origin.startsWith('http') || sites.has(origin)) continue;
      try {
        if (sites.size < mostOrigins) await visit(origin);
      } catch (error) {
        if (signal.aborted) throw error;
        // Of the source's own server it is an error. A feed leaves out the pages of a server that is not available.
        if (scope.origin !== undefined || !(error instanceof EgressError || error instanceof SourceError))
          throw error;
        robots[origin] = 'User-agent: *\nDisallow: /';
        sites.set(origin, { crawlDelayMs: 0, sitemaps: [] });
      }
    }
  };

  return {
    source,
    owner,
    signal,
    select: async (urls) => {
      // An operator named the page of a `page` source, so it is no crawling.
      if (source.kind === 'page') return urls.map((url) => ({ url }));
      await visitAll(urls);
      const { include, exclude } = source.rules;
      return work.call(owner, 'selectUrls', { urls, scope, rules: { include, exclude }, robots });
    },
    sitemaps: async () => {
      const { origin } = new URL(source.url);
      const { sitemaps } = await visit(origin);
      return sitemaps.length > 0 ? sitemaps : [`${origin}/sitemap.xml`];
    },
    delayMs: (url) =>
      Math.max(source.rules.delayMs, sites.get(URL.parse(url)?.origin ?? '')?.crawlDelayMs ?? 0),
  };
};
