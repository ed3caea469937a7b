import type { SourceRules } from '../source.ts';
import { matchGlob } from './match-glob.ts';
import { allowedByRobots } from './robots.ts';

export interface Scope {
  /** Undefined: every origin, for feeds. */
  origin: string | undefined;
  /** Path that the URLs begin with. '/' for all. */
  pathPrefix: string;
}

/** Why a URL is not read. `outside`: not part of the source, and not reported. */
export type Refusal = 'outside' | 'excluded' | 'not-included' | 'robots' | 'trap';

export interface SelectInput {
  urls: readonly string[];
  scope: Scope;
  rules: Pick<SourceRules, 'include' | 'exclude'>;
  /** The robots.txt of each origin. Absent: everything is allowed. */
  robots: Readonly<Record<string, string>>;
}

export interface SelectedUrl {
  url: string;
  refusal?: Refusal;
}

export const longestUrl = 2048;

/** Parameters that campaigns add to links. They do not change the page. */
const trackingParameter = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga|ref_src)$/i;
/** Files without text. */
const otherFile =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|css|m?js|map|json|xml|rss|atom|woff2?|ttf|otf|eot|mp[34]|m4a|ogg|wav|webm|mov|avi|zip|gz|tgz|bz2|xz|7z|rar|exe|dmg|deb|rpm|iso|apk|jar|wasm)$/i;

/** One spelling per page: without fragment, campaign parameters and an empty query. Undefined if it is no URL. */
export const normalUrl = (text: string): string | undefined => {
  if (text.length > longestUrl * 2) return undefined;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  url.hash = '';
  const tracking = url.searchParams
    .keys()
    .filter((name) => trackingParameter.test(name))
    .toArray();
  for (const name of tracking) url.searchParams.delete(name);
  return url.href.length <= longestUrl ? url.href.replace(/\?$/, '') : undefined;
};

const isBelow = (path: string, prefix: string): boolean =>
  path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);

/** Relative links that are resolved again and again make paths like /a/b/a/b/a/b. */
const repeats = (path: string): boolean => {
  const counts = new Map<string, number>();
  for (const part of path.split('/')) {
    const count = (counts.get(part) ?? 0) + 1;
    counts.set(part, count);
    if (part !== '' && count > 3) return true;
  }
  return false;
};

const refusalOf = (href: string, { scope, rules, robots }: SelectInput): Refusal | undefined => {
  const url = new URL(href);
  const path = url.pathname;
  if (scope.origin !== undefined && (url.origin !== scope.origin || !isBelow(path, scope.pathPrefix)))
    return 'outside';
  if (otherFile.test(path)) return 'outside';
  if (repeats(path)) return 'trap';
  if (rules.exclude.some((pattern) => matchGlob(pattern, path))) return 'excluded';
  if (rules.include.length > 0 && !rules.include.some((pattern) => matchGlob(pattern, path)))
    return 'not-included';
  return allowedByRobots(robots[url.origin], href) ? undefined : 'robots';
};

/** Which URLs belong to the source. Runs in a thread, because patterns and robots.txt are written by others. */
export const selectUrls = (input: SelectInput): SelectedUrl[] => {
  const seen = new Set<string>();
  const selected: SelectedUrl[] = [];
  for (const text of input.urls) {
    const url = normalUrl(text);
    if (url === undefined || seen.has(url)) continue;
    seen.add(url);
    const refusal = refusalOf(url, input);
    selected.push(refusal ? { url, refusal } : { url });
  }
  return selected;
};
