import { categoryOf, type FileFormat } from '../../lib/file-formats/index.ts';
import type { Reading } from '../recognised.ts';
import { cleanText } from '../text/clean-text.ts';
import { decodeText } from '../text/decode-text.ts';

/** Plain text, Markdown and source code: the decoded content. */
export const readText = (bytes: Uint8Array, format: FileFormat): Reading => {
  const isCode = categoryOf(format) === 'code';
  const markdown = cleanText(decodeText(bytes), { keepBlankLines: true });
  return { kind: isCode ? 'code' : format === 'md' ? 'markdown' : 'text', markdown };
};
