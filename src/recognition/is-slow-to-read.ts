import { stat } from 'node:fs/promises';
import { categoryOf, formatOfName } from '../lib/file-formats/index.ts';
import { detectType } from './detect/detect-type.ts';
import type { RecognitionInput } from './recognised.ts';

/** Text up to this size is read within a fraction of a second. */
const largestQuickBytes = 2 * 1024 * 1024;

const sizeOf = async (source: RecognitionInput['source']): Promise<number> =>
  'bytes' in source ? source.bytes.length : (await stat(source.path)).size;

/**
 * Whether reading a file may take long: an image or a PDF, which may need OCR, or a large
 * file of any kind. A declared format was detected from the content before.
 */
export const isSlowToRead = async ({ source, name, declaredFormat }: RecognitionInput): Promise<boolean> => {
  try {
    if ((await sizeOf(source)) > largestQuickBytes) return true;
    const declared = formatOfName(declaredFormat);
    const { format, category } = declared
      ? { format: declared, category: categoryOf(declared) }
      : await detectType(source, name);
    return format === 'pdf' || category === 'image';
  } catch {
    // A file that cannot be opened fails quickly, and the reader reports why.
    return false;
  }
};
