import { createHash } from 'node:crypto';
import type { FairOwner } from '../../lib/fair-queue.ts';
import {
  categoryOf,
  type FileFormat,
  knowledgeFormats,
  knowledgeLimitMb,
} from '../../lib/file-formats/index.ts';
import { detectType } from '../../recognition/index.ts';
import { type CrawlWork, CrawlWorkError } from './crawl/crawl-work.ts';
import { type PageContent, type PageOutcome, skipped } from './page-outcome.ts';

export interface ReceivedFile {
  bytes: Uint8Array;
  /** Lower case, without parameters; '' if unknown. */
  mediaType: string;
  charset: string | undefined;
  /** To resolve relative links in HTML. '': they stay relative. */
  baseUrl: string;
  /** Decides between text formats. */
  fileName: string;
  /** For citations. Empty if there is none. */
  sourceUrl: string;
  /** The name of the document. `title`: of an HTML page. */
  nameOf(title?: string): string;
  /** Whether `<meta name="robots">` counts. */
  respectsRobots: boolean;
}

export type ReadContent = (
  owner: FairOwner,
  file: ReceivedFile,
) => Promise<{ content: PageContent; links: string[] } | PageOutcome>;

const mb = 1024 * 1024;

const contentOfFile = (file: ReceivedFile, format: FileFormat) => {
  const { bytes, mediaType, sourceUrl } = file;
  const kind = (['text', 'spreadsheet'] as const).find((one) => knowledgeFormats(one).includes(format));
  // Sources contain many pictures and recordings, and reading them takes minutes.
  const isMedia = ['image', 'audio'].includes(categoryOf(format));
  if (!kind || isMedia) return skipped('unsupported', mediaType || format);
  const limitMb = knowledgeLimitMb(format) ?? 0;
  if (bytes.length > limitMb * mb) return skipped('too-large', `more than ${limitMb} MB`);
  const contentHash = createHash('sha256').update(bytes).digest('hex');
  const name = file.nameOf();
  return {
    content: { name, sourceUrl, bytes, format, kind, contentHash, isExtracted: false },
    links: [],
  };
};

/** The content of a page or file as a document: of HTML the readable text, other formats as they are. */
export const createReadContent = ({ work }: { work: CrawlWork }): ReadContent => {
  const contentOfHtml = async (owner: FairOwner, file: ReceivedFile) => {
    const { bytes, charset, baseUrl, sourceUrl } = file;
    const read = await work.call(owner, 'readPage', { bytes, charset, url: baseUrl });
    const links = read.mayBeFollowed ? read.links : [];
    if (file.respectsRobots && !read.mayBeStored) return skipped('noindex', '', links);
    if (!/[\p{L}\p{N}]/u.test(read.markdown)) return skipped('no-text', '', links);
    const content: PageContent = {
      name: file.nameOf(read.title),
      sourceUrl,
      bytes: Buffer.from(read.markdown),
      format: 'md',
      kind: 'text',
      contentHash: read.contentHash,
      isExtracted: true,
    };
    return { content, links };
  };

  return async (owner, file) => {
    try {
      if (file.mediaType.includes('html')) return await contentOfHtml(owner, file);
      const { format } = await detectType({ bytes: file.bytes }, file.fileName || undefined);
      if (format === 'html') return await contentOfHtml(owner, file);
      if (format === 'empty') return skipped('no-text');
      return contentOfFile(file, format);
    } catch (error) {
      if (error instanceof CrawlWorkError) return skipped('unreadable', error.message);
      throw error;
    }
  };
};
