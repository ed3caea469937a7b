import type { DocumentKind } from '../../db/schema/knowledge.ts';
import type { FileFormat } from '../../lib/file-formats/index.ts';
import type { SkipReason } from './source.ts';

export interface PageContent {
  name: string;
  /** For citations. Empty if the file has no URL. */
  sourceUrl: string;
  bytes: Uint8Array;
  format: FileFormat;
  kind: DocumentKind;
  contentHash: string;
  /** The bytes are the readable text of a page, not a file of the site. */
  isExtracted: boolean;
}

/** What tells the next sync that nothing changed. Of a file, `etag` is its version. */
export interface Validators {
  etag: string;
  lastModified: string;
}

export type PageOutcome =
  | { state: 'content'; content: PageContent; validators: Validators; links: string[] }
  | { state: 'unchanged'; validators: Validators | undefined; links: string[] }
  | { state: 'gone'; reason: SkipReason }
  | { state: 'skipped'; reason: SkipReason; links: string[] };

export const skipped = (code: SkipReason['code'], detail = '', links: string[] = []): PageOutcome => ({
  state: 'skipped',
  reason: { code, detail },
  links,
});

/** Stored again only if its content changed. */
export const outcomeOfContent = (
  read: { content: PageContent; links: string[] },
  validators: Validators,
  known: { contentHash: string } | undefined,
): PageOutcome =>
  known?.contentHash === read.content.contentHash
    ? { state: 'unchanged', validators, links: read.links }
    : { state: 'content', content: read.content, validators, links: read.links };
