import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createWorker, OEM, PSM } from 'tesseract.js';
import { type OcrImage, toPng } from './ocr-image.ts';
import type { OcrLine } from './ocr-line.ts';
import { readVerified } from './read-verified.ts';

const trainedDataSha256 = '45b4cb346724ac1774f1c36f42f182b887bcdb28ebe63e6fff90ac41f3fcff91';

export interface LatinReader {
  read(image: OcrImage): Promise<OcrLine[]>;
  close(): Promise<void>;
}

/** Tesseract with its English data. It is better than PP-OCR at spaces and punctuation of Latin script. */
export const openLatinReader = async (): Promise<LatinReader> => {
  const folder = dirname(fileURLToPath(import.meta.resolve('@tesseract.js-data/eng/package.json')));
  const langPath = join(folder, '4.0.0_best_int');
  // The library reads the file itself, because it would take bytes for the name of the language.
  await readVerified(join(langPath, 'eng.traineddata.gz'), trainedDataSha256);
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath,
    cacheMethod: 'none',
    // Errors also reject the call. The default handler would throw them uncaught.
    errorHandler: () => {},
  });
  await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO, user_defined_dpi: '200' });
  return {
    read: async (image) => {
      const { data: page } = await worker.recognize(await toPng(image), {}, { blocks: true, text: false });
      const lines = (page.blocks ?? []).flatMap((block) => block.paragraphs.flatMap(({ lines }) => lines));
      return lines.map(({ words }) => ({
        words: words.map(({ text, confidence, bbox }) => ({
          text,
          confidence: confidence / 100,
          box: { left: bbox.x0, top: bbox.y0, width: bbox.x1 - bbox.x0, height: bbox.y1 - bbox.y0 },
        })),
      }));
    },
    close: async () => {
      await worker.terminate();
    },
  };
};
