import { LiteParse, type ParsedPage } from '@llamaindex/liteparse';
import { pdfHeaderOffset } from '../detect/signatures.ts';
import { linesToMarkdown } from '../ocr/lines-to-markdown.ts';
import { decodeImage } from '../ocr/ocr-image.ts';
import type { PictureReader } from '../ocr/picture-reader.ts';
import { createPageReorderer, type PageReorderer } from '../pdf/page-reorderer.ts';
import type { Reading } from '../recognised.ts';
import { RecognitionError } from '../recognition-error.ts';
import { cleanText } from '../text/clean-text.ts';
import { joinPages } from './join-pages.ts';
import { pageMarkdown } from './pdf-page-markdown.ts';
import { stripRunningLines } from './strip-running-lines.ts';

/** Pages in memory at once. Headings and running titles are detected within a batch, so it is not small. */
const batchPages = 100;
const maxPages = 5_000;
/** A page with an image and fewer characters than this is treated as a scan. */
const sparseCharacters = 60;
const pictureShare = 0.04;
const scanDpi = 200;
const maxScanPixels = 2_400;
/** Smaller letters cannot be recognised. */
const minScanDpi = 40;

export interface PdfOptions {
  /** Deadline in `performance.now()`. Scanned pages are read as long as one more fits. */
  deadlineMs: number;
  pictures: PictureReader;
  onPage?: ((page: number, pages: number) => void) | undefined;
}

const parserOptions = {
  ocrEnabled: false,
  outputFormat: 'markdown',
  imageMode: 'off',
  extractLinks: false,
  // The library's own removal deleted a sentence that two of three pages shared. Ours is more careful.
  keepHeadersFooters: true,
  includeComplexity: true,
  continueOnPageError: true,
  quiet: true,
  maxPages,
  numWorkers: 1,
} as const;

const failure = (error: unknown): RecognitionError => {
  const message = error instanceof Error ? error.message : String(error);
  if (/password/i.test(message))
    return new RecognitionError('encrypted', 'The PDF is encrypted', { cause: error });
  return new RecognitionError('damaged', 'The PDF is damaged and cannot be read', { cause: error });
};

const readPages = async (
  pdf: Uint8Array,
  onPage: PdfOptions['onPage'],
): Promise<{ pages: ParsedPage[]; totalPages: number; unreadable: number }> => {
  const pages: ParsedPage[] = [];
  let totalPages = 0;
  let unreadable = 0;
  try {
    for await (const batch of new LiteParse(parserOptions).parseBatches(pdf, { batchSize: batchPages })) {
      pages.push(...batch.result.pages);
      totalPages = batch.totalPages;
      unreadable += batch.result.pageErrors.length;
      onPage?.(0, totalPages);
    }
  } catch (error) {
    throw failure(error);
  }
  return { pages, totalPages, unreadable };
};

/** Rotated pages give garbled text. They are parsed again without the rotation. */
const straighten = async (pdf: Uint8Array, page: ParsedPage): Promise<ParsedPage> => {
  const turns = page.textItems.map(
    ({ rotation = 0 }) => (((Math.round(rotation / 90) * 90) % 360) + 360) % 360,
  );
  const angle = ([90, 180, 270] as const).find(
    (turn) => turns.filter((other) => other === turn).length > turns.length / 2,
  );
  if (!angle) return page;
  const parser = new LiteParse({
    ...parserOptions,
    targetPages: String(page.pageNum),
    pageOrientationCorrections: [{ page: page.pageNum, angle }],
  });
  return (await parser.parse(pdf)).pages[0] ?? page;
};

/** Fonts without a character map give private and replacement characters, so only OCR can read the page. */
const isUnmapped = (text: string): boolean =>
  (text.match(/[\ufffd\ue000-\uf8ff]/g)?.length ?? 0) > text.length * 0.2;

const isScan = ({ textItems, complexity }: ParsedPage): boolean => {
  const text = textItems.map((item) => item.text.trim()).join('');
  if (text === '' || isUnmapped(text)) return true;
  const hasPicture = complexity?.fullPageImage || (complexity?.imageCoverage ?? 0) > pictureShare;
  return text.length < sparseCharacters && Boolean(hasPicture);
};

/** Renders the page and reads it with OCR. Empty if there is nothing on it. */
const readScan = async (pdf: Uint8Array, page: ParsedPage, pictures: PictureReader): Promise<string> => {
  const dpi = Math.min(scanDpi, Math.floor((maxScanPixels * 72) / Math.max(page.width, page.height)));
  if (dpi < minScanDpi) return '';
  const [shot] = await new LiteParse({ ...parserOptions, dpi }).screenshot(pdf, [page.pageNum]);
  if (!shot || shot.isSolidFill) return '';
  return linesToMarkdown(await pictures.read(await decodeImage(shot.imageBuffer)));
};

const withLayout = async (
  pdf: Uint8Array,
  page: ParsedPage,
  reorderer: PageReorderer,
): Promise<ParsedPage> => {
  const upright = await straighten(pdf, page);
  return upright === page ? reorderer.reorder(page) : upright;
};

export const readPdf = async (bytes: Uint8Array, options: PdfOptions): Promise<Reading> => {
  const pdf = Buffer.from(bytes.subarray(Math.max(0, pdfHeaderOffset(bytes))));
  const reorderer = createPageReorderer(pdf, parserOptions);
  try {
    return await readWithReorderer(pdf, reorderer, options);
  } finally {
    await reorderer.close();
  }
};

const readWithReorderer = async (
  pdf: Buffer,
  reorderer: PageReorderer,
  { deadlineMs, pictures, onPage }: PdfOptions,
): Promise<Reading> => {
  const { pages, totalPages, unreadable } = await readPages(pdf, onPage);
  const texts: string[] = [];
  let skippedScans = 0;
  let longestScanMs = 0;
  let refused: RecognitionError | undefined;
  let refusedScans = 0;
  for (const page of pages) {
    const laidOut = await withLayout(pdf, page, reorderer);
    if (laidOut !== page) onPage?.(page.pageNum, totalPages);
    const markdown = pageMarkdown(laidOut);
    if (!isScan(page)) texts.push(markdown);
    else if (performance.now() + longestScanMs > deadlineMs) {
      skippedScans += 1;
      texts.push(markdown);
    } else {
      const startMs = performance.now();
      const scanned = await readScan(pdf, page, pictures).catch((error: unknown) => {
        if (!(error instanceof RecognitionError)) throw error;
        refused ??= error;
        refusedScans += 1;
        return '';
      });
      longestScanMs = Math.max(longestScanMs, performance.now() - startMs);
      onPage?.(page.pageNum, totalPages);
      texts.push(scanned.length > markdown.length ? scanned : markdown);
    }
  }
  const warnings = [
    ...(skippedScans > 0 ? [`${skippedScans} scanned pages were not read: the time limit was reached`] : []),
    ...(refusedScans > 0 ? [`${refusedScans} scanned pages were not read: ${refused?.message}`] : []),
    ...(unreadable > 0 ? [`${unreadable} pages are damaged and were skipped`] : []),
    ...(reorderer.failures() > 0 ? [`${reorderer.failures()} pages may have words in the wrong order`] : []),
    ...(totalPages > maxPages ? [`Only the first ${maxPages} of ${totalPages} pages were read`] : []),
  ];
  const markdown = cleanText(joinPages(stripRunningLines(texts)));
  if (markdown === '' && refused) throw refused;
  if (markdown === '' && skippedScans > 0) throw new RecognitionError('timeout');
  return { kind: 'markdown', markdown, pages: totalPages, warnings };
};
