import { categoryOf, formatOfName } from '../../lib/file-formats/index.ts';
import { detectType } from '../detect/detect-type.ts';
import { readText } from '../formats/read-text.ts';
import type { Recognised } from '../recognised.ts';
import { RecognitionError } from '../recognition-error.ts';
import { isBlank } from './is-blank.ts';

/** Formats whose text is their content: plain text, Markdown and source code. */
export const isPlainText = (format: string): boolean => {
  const known = formatOfName(format);
  return known !== undefined && (known === 'txt' || known === 'md' || categoryOf(known) === 'code');
};

/**
 * Reads a small plain text without a worker process. Decoding takes memory and time in proportion to the size, which
 * the caller limits. Undefined if the content is of another type, which a worker must read.
 */
export const readPlainFile = async (
  bytes: Uint8Array,
  declaredFormat: string,
): Promise<Recognised | undefined> => {
  const { format } = await detectType({ bytes }, `file.${declaredFormat}`);
  if (!isPlainText(format)) return undefined;
  const reading = readText(bytes, format);
  if (isBlank(reading.markdown)) throw new RecognitionError('no-text');
  return { ...reading, format, warnings: [] };
};
