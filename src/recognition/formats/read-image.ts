import { linesToMarkdown } from '../ocr/lines-to-markdown.ts';
import { decodeImage } from '../ocr/ocr-image.ts';
import type { PictureReader } from '../ocr/picture-reader.ts';
import type { Reading } from '../recognised.ts';
import { cleanText } from '../text/clean-text.ts';

/** Animated pictures are read in their first frame. */
export const readImage = async (bytes: Uint8Array, pictures: PictureReader): Promise<Reading> => ({
  kind: 'markdown',
  markdown: cleanText(linesToMarkdown(await pictures.read(await decodeImage(bytes)))),
});
