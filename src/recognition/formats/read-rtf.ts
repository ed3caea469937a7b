import type { Reading } from '../recognised.ts';
import { rtfToMarkdown } from '../rtf/rtf-to-markdown.ts';
import { cleanText } from '../text/clean-text.ts';

/** Rich Text: many a `.doc` is one. */
export const readRtf = (bytes: Uint8Array): Reading => ({
  kind: 'markdown',
  markdown: cleanText(rtfToMarkdown(Buffer.from(bytes).toString('latin1'))),
});
