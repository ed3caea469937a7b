import robotsModule from 'robots-parser';

interface Robot {
  isAllowed(url: string, agent: string): boolean | undefined;
  getCrawlDelay(agent: string): number | undefined;
  getSitemaps(): string[];
}

/** The declared type has a default export, which the module, written for CommonJS, does not have. */
const robotsParser = robotsModule as unknown as (url: string, text: string) => Robot;

/** The name of the crawler in robots.txt. */
export const crawlerName = 'Frontdesk';

/** A site is read page by page with the same file. */
const mostParsed = 20;
const parsed = new Map<string, Robot>();

const parse = (origin: string, text: string): Robot => {
  const key = `${origin}\n${text}`;
  const known = parsed.get(key);
  if (known) return known;
  const robots = robotsParser(`${origin}/robots.txt`, text);
  const oldest = parsed.keys().next().value;
  if (parsed.size >= mostParsed && oldest !== undefined) parsed.delete(oldest);
  parsed.set(key, robots);
  return robots;
};

export const allowedByRobots = (text: string | undefined, url: string): boolean =>
  text === undefined || parse(new URL(url).origin, text).isAllowed(url, crawlerName) !== false;

/** What a robots.txt says besides its rules. */
export const robotsFacts = ({ origin, text }: { origin: string; text: string }) => {
  const robots = parse(origin, text);
  return {
    crawlDelaySeconds: robots.getCrawlDelay(crawlerName) ?? 0,
    sitemaps: robots.getSitemaps().slice(0, 100),
  };
};
