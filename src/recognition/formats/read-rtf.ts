import type { Reading } from '../recognised.ts';
import { rtfToMarkdown } from '../rtf/rtf-to-markdown.ts';
import { cleanText } from '../text/clean-text.ts';

/** Rich Text. Many `.doc` files are in this format. */
export const readRtf = (bytes: Uint8Array): Reading => ({
  kind: 'markdown',
  markdown: cleanText(rtfToMarkdown(Buffer.from(bytes).toString('latin1'))),
});
