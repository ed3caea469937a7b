import { linesToMarkdown } from '../ocr/lines-to-markdown.ts';
import { decodeImage } from '../ocr/ocr-image.ts';
import type { PictureReader } from '../ocr/picture-reader.ts';
import type { Reading } from '../recognised.ts';
import { cleanText } from '../text/clean-text.ts';

/** Only the first frame of an animated image is read. */
export const readImage = async (bytes: Uint8Array, pictures: PictureReader): Promise<Reading> => ({
  kind: 'markdown',
  markdown: cleanText(linesToMarkdown(await pictures.read(await decodeImage(bytes)))),
});
