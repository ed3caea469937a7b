import { htmlToMarkdown } from '../markdown/html-to-markdown.ts';
import type { Reading } from '../recognised.ts';
import { cleanText } from '../text/clean-text.ts';
import { decodeText } from '../text/decode-text.ts';
import { pageOfWebArchive } from './web-archive.ts';

const declaredCharset = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i;
/** Browsers look for the declaration in the first kilobyte, but real pages have it later. */
const declarationBytes = 8192;

const startOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, declarationBytes)).toString('latin1');

export const readHtml = (file: Uint8Array): Reading => {
  const isMail = /^\s*[\w-]+:/.test(startOf(file));
  const archived = isMail ? pageOfWebArchive(file) : undefined;
  const bytes = archived?.bytes ?? file;
  const html = decodeText(bytes, archived?.charset ?? declaredCharset.exec(startOf(bytes))?.[1]);
  return { kind: 'markdown', markdown: cleanText(htmlToMarkdown(html)) };
};
