import type { Handle } from '../../db/index.ts';
import { listKnownUrls } from './page-store.ts';
import type { ReadPageResult } from './record-pages.ts';
import { type NewRunPage, unknownInRun } from './run-store.ts';
import { isFileKind, reasonText, type SkipCode, type Source } from './source.ts';
import type { Discovered, SourceReader } from './source-reader.ts';

const selectedAtOnce = 2000;

export const skippedPage = (url: string, reason: string): NewRunPage => ({
  url,
  depth: 0,
  state: 'skipped',
  reason,
});

/** Known pages come first, because an unchanged page does not show its links. A listing of files is complete. */
export const withKnownPages = async (
  db: Handle,
  source: Source,
  reader: SourceReader,
  found: Discovered,
): Promise<Discovered> => {
  if (isFileKind(source.kind)) return found;
  const known = source.kind === 'page' ? [] : await listKnownUrls(db, source.id);
  const depths = new Map(known.map((page) => [page.url, page.depth]));
  const isAllowed = new Set<string>();
  const urls = [...depths.keys()];
  for (let at = 0; at < urls.length; at += selectedAtOnce)
    for (const one of await reader.select(urls.slice(at, at + selectedAtOnce)))
      if (!one.refusal) isAllowed.add(one.url);
  const [start, ...others] = found.pages;
  const all = new Map([
    ...(start ? [[start.url, start.depth] as const] : []),
    ...urls.filter((url) => isAllowed.has(url)).map((url) => [url, depths.get(url)!] as const),
    ...others.filter((page) => !depths.has(page.url)).map((page) => [page.url, page.depth] as const),
  ]);
  const pages = [...all].map(([url, depth]) => ({ url, depth }));
  const limit = source.rules.maxPages;
  return {
    ...found,
    pages: pages.slice(0, limit),
    beyondLimit: found.beyondLimit + Math.max(0, pages.length - limit),
  };
};

/** The pages that these pages link to, as far as the rules allow. */
export const linkedPages = async (
  db: Handle,
  { source, runId, reader }: { source: Source; runId: string; reader: SourceReader },
  pages: readonly ReadPageResult[],
): Promise<{ linked: NewRunPage[]; refused: NewRunPage[] }> => {
  const depths = new Map<string, number>();
  const { followLinks, maxDepth } = source.rules;
  for (const { depth, outcome } of pages) {
    if (outcome.state === 'gone') continue;
    const isRedirect = outcome.state === 'skipped' && outcome.reason.code === 'redirect';
    if (!isRedirect && (source.kind !== 'site' || !followLinks)) continue;
    // A redirect leads to the page itself, not to another one.
    const linkDepth = isRedirect ? depth : depth + 1;
    for (const url of outcome.links) depths.set(url, Math.min(linkDepth, depths.get(url) ?? linkDepth));
  }
  const selected = depths.size === 0 ? [] : await reader.select([...depths.keys()]);
  const inside = selected.filter((one) => one.refusal !== 'outside');
  const unknown = new Set(
    await unknownInRun(
      db,
      runId,
      inside.map((one) => one.url),
    ),
  );
  const linked: NewRunPage[] = [];
  const refused: NewRunPage[] = [];
  for (const { url, refusal } of inside) {
    if (!unknown.has(url)) continue;
    const depth = depths.get(url) ?? 1;
    const code: SkipCode | undefined = refusal
      ? (refusal as SkipCode)
      : depth > maxDepth
        ? 'too-deep'
        : undefined;
    if (code) refused.push(skippedPage(url, reasonText({ code, detail: '' })));
    else linked.push({ url, depth, state: 'waiting', reason: null });
  }
  return { linked, refused };
};
