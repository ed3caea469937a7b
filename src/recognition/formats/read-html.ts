import { htmlToMarkdown } from '../markdown/html-to-markdown.ts';
import type { Reading } from '../recognised.ts';
import { cleanText } from '../text/clean-text.ts';
import { decodeText } from '../text/decode-text.ts';

const declaredCharset = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i;
/** Browsers look for the declaration in the first kilobyte; real pages put it later. */
const declarationBytes = 8192;

export const readHtml = (bytes: Uint8Array): Reading => {
  const head = Buffer.from(bytes.subarray(0, declarationBytes)).toString('latin1');
  const html = decodeText(bytes, declaredCharset.exec(head)?.[1]);
  return { kind: 'markdown', markdown: cleanText(htmlToMarkdown(html)) };
};
