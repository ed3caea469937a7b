import { createConcurrencyLimit } from '../../lib/concurrency-limit.ts';
import { AppError } from '../../lib/errors.ts';
import type { OpenSource, ReadableSource } from './open-source.ts';
import { parseReason, type SkipReason } from './source.ts';
import { SourceError, type SourceReader } from './source-reader.ts';

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

const timeoutMs = 25_000;
const previewsAtOnce = 4;
const listedPages = 500;
const listedSkipped = 100;
const sampleLength = 2000;

/** What a source would read: its files, or the pages of sitemaps or a feed and the links of the first page. */
export const createPreviewSource = ({ openSource }: { openSource: OpenSource }) => {
  const limit = createConcurrencyLimit(previewsAtOnce);

  const preview = async ({ kind, rules }: ReadableSource, reader: SourceReader): Promise<SourcePreview> => {
    const found = await reader.discover();
    const [first] = found.pages;
    const wanted = first ? [{ url: first.url, version: first.version ?? null, known: undefined }] : [];
    const [outcome] = await reader.read(wanted);
    const links = outcome && 'links' in outcome && kind === 'site' && rules.followLinks ? outcome.links : [];
    const known = new Set(found.pages.map((page) => page.url));
    const skipped = found.skipped.map(({ url, reason }) => ({ url, reason: parseReason(reason)! }));
    for (const { url, refusal } of links.length > 0 && rules.maxDepth > 0 ? await reader.select(links) : []) {
      if (known.has(url) || refusal === 'outside') continue;
      known.add(url);
      if (refusal) skipped.push({ url, reason: { code: refusal, detail: '' } });
      else found.pages.push({ url, depth: 1 });
    }
    const total = found.pages.length + found.beyondLimit;
    return {
      pages: found.pages
        .slice(0, Math.min(listedPages, rules.maxPages))
        .map(({ url, depth }) => ({ url, depth })),
      found: Math.min(found.pages.length, rules.maxPages),
      isOverLimit: total > rules.maxPages || found.beyondLimit > 0,
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

  return (source: ReadableSource): Promise<SourcePreview> =>
    limit(async () => {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        return await preview(source, await openSource(source, signal));
      } catch (error) {
        if (error instanceof SourceError) throw new AppError('invalidParameter', `url: ${error.message}`);
        if (signal.aborted) throw new AppError('invalidParameter', 'url: the preview took too long');
        throw error;
      }
    });
};
