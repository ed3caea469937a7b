import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

/** A letter and its position, in points from the top left of the displayed page. */
export interface Glyph {
  text: string;
  left: number;
  right: number;
  baseline: number;
  /** Displayed font size. */
  size: number;
  /** Latin letters in vertical lines are rotated. */
  isRotated: boolean;
  /** Drawing position as one number. Letters of one glyph share it. */
  origin: number;
}

export interface GlyphReader {
  /** Undefined for a rotated page, whose letters are not read. */
  read(pageNumber: number): Glyph[] | undefined;
  close(): void;
}

/** More letters than real pages have. Such a page is not changed. */
const maxGlyphs = 60_000;
const scratchBytes = 64;

/**
 * What its types omit: its memory (read each time, because the arrays change when it grows), and the
 * functions called for every letter, which are ten times faster without their wrapper.
 */
interface Engine {
  HEAPU8: Uint8Array;
  HEAPF32: Float32Array;
  HEAPF64: Float64Array;
  _FPDFText_IsGenerated(text: number, at: number): number;
  _FPDFText_GetUnicode(text: number, at: number): number;
  _FPDFText_GetFontSize(text: number, at: number): number;
  _FPDFText_GetCharOrigin(text: number, at: number, x: number, y: number): number;
  _FPDFText_GetLooseCharBox(text: number, at: number, box: number): number;
  _FPDFText_GetMatrix(text: number, at: number, matrix: number): number;
}

const engineOf = ({ pdfium }: WrappedPdfiumModule): Engine => pdfium as unknown as Engine;

let loading: Promise<WrappedPdfiumModule> | undefined;

const loadPdfium = async (): Promise<WrappedPdfiumModule> => {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const pdfium = await init({ wasmBinary: new Uint8Array(wasm).buffer });
  pdfium.PDFiumExt_Init();
  return pdfium;
};

interface Place {
  /** Left and top edge of the displayed page, in its own coordinates. */
  left: number;
  top: number;
  scratch: number;
}

const readGlyph = (engine: Engine, text: number, at: number, place: Place): Glyph | undefined => {
  const { scratch } = place;
  const single = scratch / 4;
  const double = scratch / 8;
  if (engine._FPDFText_IsGenerated(text, at) !== 0) return undefined;
  const code = engine._FPDFText_GetUnicode(text, at);
  if (code < 0x20 || code > 0x10ffff || !engine._FPDFText_GetMatrix(text, at, scratch)) return undefined;
  const [a, b] = [engine.HEAPF32[single]!, engine.HEAPF32[single + 1]!];
  const isRotated = a <= 0 || Math.abs(b) > a / 10;
  const isUpsideDown = a < -Math.abs(b) / 10;
  const scale = Math.hypot(engine.HEAPF32[single + 2]!, engine.HEAPF32[single + 3]!);
  if (isUpsideDown || !engine._FPDFText_GetCharOrigin(text, at, scratch, scratch + 8)) return undefined;
  const [x, y] = [engine.HEAPF64[double]!, engine.HEAPF64[double + 1]!];
  // Left, top, right, bottom. The height is the font's for some letters and their own for others.
  if (!engine._FPDFText_GetLooseCharBox(text, at, scratch)) return undefined;
  return {
    text: String.fromCodePoint(code),
    left: engine.HEAPF32[single]! - place.left,
    right: engine.HEAPF32[single + 2]! - place.left,
    baseline: place.top - y,
    isRotated,
    size: Math.max(1, engine._FPDFText_GetFontSize(text, at) * scale),
    origin: Math.round(x * 100) * 2 ** 24 + Math.round(y * 100),
  };
};

const readPage = (
  pdfium: WrappedPdfiumModule,
  document: number,
  pageNumber: number,
  scratch: number,
): Glyph[] | undefined => {
  const page = pdfium.FPDF_LoadPage(document, pageNumber - 1);
  if (page === 0) return undefined;
  const text = pdfium.FPDFText_LoadPage(page);
  try {
    const isUpright = pdfium.FPDFPage_GetRotation(page) === 0;
    if (text === 0 || !isUpright || !pdfium.FPDF_GetPageBoundingBox(page, scratch)) return undefined;
    const engine = engineOf(pdfium);
    const [left = 0, top = 0] = engine.HEAPF32.subarray(scratch / 4, scratch / 4 + 2);
    const count = pdfium.FPDFText_CountChars(text);
    if (count > maxGlyphs) return undefined;
    const glyphs: Glyph[] = [];
    for (let at = 0; at < count; at += 1) {
      const glyph = readGlyph(engine, text, at, { left, top, scratch });
      if (glyph) glyphs.push(glyph);
    }
    return glyphs;
  } finally {
    if (text !== 0) pdfium.FPDFText_ClosePage(text);
    pdfium.FPDF_ClosePage(page);
  }
};

/** Replaces the engine after a crash, for the next file. */
const orForget = <T>(use: () => T): T => {
  try {
    return use();
  } catch (error) {
    loading = undefined;
    throw error;
  }
};

/** Opens a PDF to read single letters, which the layout reader does not return. Loaded when first needed. */
export const openGlyphReader = async (pdf: Uint8Array): Promise<GlyphReader | undefined> => {
  loading ??= loadPdfium();
  const pdfium = await loading;
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const bytes = malloc(pdf.byteLength);
  const scratch = malloc(scratchBytes);
  const release = () => {
    free(scratch);
    free(bytes);
  };
  if (bytes === 0 || scratch === 0) return undefined;
  engineOf(pdfium).HEAPU8.set(pdf, bytes);
  const document = orForget(() => pdfium.FPDF_LoadMemDocument(bytes, pdf.byteLength, ''));
  if (document === 0) {
    release();
    return undefined;
  }
  return {
    read: (pageNumber) => orForget(() => readPage(pdfium, document, pageNumber, scratch)),
    close: () =>
      orForget(() => {
        pdfium.FPDF_CloseDocument(document);
        release();
      }),
  };
};
