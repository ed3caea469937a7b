import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createWorker, OEM, PSM } from 'tesseract.js';
import { joinUnspaced } from './join-unspaced.ts';
import { type OcrImage, toPng } from './ocr-image.ts';
import type { OcrLine } from './ocr-line.ts';
import { readVerified } from './read-verified.ts';

export type TesseractData = 'eng' | 'jpn' | 'jpn_vert';

const trainedData: Readonly<Record<TesseractData, { package: string; sha256: string }>> = {
  eng: {
    package: import.meta.resolve('@tesseract.js-data/eng/package.json'),
    sha256: '45b4cb346724ac1774f1c36f42f182b887bcdb28ebe63e6fff90ac41f3fcff91',
  },
  jpn: {
    package: import.meta.resolve('@tesseract.js-data/jpn/package.json'),
    sha256: '2b63ebfbf1484de4a08ce53b29ef98a1c17658a93cbd38acb665d7d316d0be88',
  },
  jpn_vert: {
    package: import.meta.resolve('@tesseract.js-data/jpn_vert/package.json'),
    sha256: '3a4f4df8df8f50f3389fe0da10502effced38faef763d8e540142bdc9b770308',
  },
};

export interface TesseractReader {
  /** Lines of vertical text have boxes as if the page was turned to make them horizontal, first line on top. */
  read(image: OcrImage): Promise<OcrLine[]>;
  close(): Promise<void>;
}

/**
 * Tesseract. Its English data is better than PP-OCR at spaces and punctuation of Latin script; PP-OCR has no kana,
 * so Japanese needs its own data, a second one for vertical lines.
 */
export const openTesseractReader = async (data: TesseractData): Promise<TesseractReader> => {
  const langPath = join(dirname(fileURLToPath(trainedData[data].package)), '4.0.0_best_int');
  // The library reads the file itself, because it would take bytes for the name of the language.
  await readVerified(join(langPath, `${data}.traineddata.gz`), trainedData[data].sha256);
  const worker = await createWorker(data, OEM.LSTM_ONLY, {
    langPath,
    cacheMethod: 'none',
    // Errors also reject the call. The default handler would throw them uncaught.
    errorHandler: () => {},
  });
  const isVertical = data === 'jpn_vert';
  await worker.setParameters({
    tessedit_pageseg_mode: isVertical ? PSM.SINGLE_BLOCK_VERT_TEXT : PSM.AUTO,
    user_defined_dpi: '200',
  });
  return {
    read: async (image) => {
      const { data: page } = await worker.recognize(await toPng(image), {}, { blocks: true, text: false });
      const lines = (page.blocks ?? [])
        .flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines))
        .map(({ words }) => ({
          words: words.map(({ text, confidence, bbox: { x0, x1, y0, y1 } }) => ({
            text,
            confidence: confidence / 100,
            box: isVertical
              ? { left: y0, top: image.width - x1, width: y1 - y0, height: x1 - x0 }
              : { left: x0, top: y0, width: x1 - x0, height: y1 - y0 },
          })),
        }));
      return data === 'eng' ? lines : lines.map(joinUnspaced);
    },
    close: async () => {
      await worker.terminate();
    },
  };
};
