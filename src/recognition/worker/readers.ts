import { categoryOf, type FileFormat, type FormatsOf } from '../../lib/file-formats/index.ts';
import type { PictureReader } from '../ocr/picture-reader.ts';
import type { Reading, Recognised } from '../recognised.ts';

export interface FileToRead {
  bytes: Uint8Array;
  name: string | undefined;
  declaredFormat: string | undefined;
  /** Cells of a spreadsheet as data instead of as displayed. */
  cellValues?: boolean;
  /** Deadline in `performance.now()` after which slow extra work (scanned pages) stops. */
  deadlineMs: number;
  /** Called for progress of slow pages. */
  onPage?(page: number, pages: number): void;
}

/** A file inside another file, such as an attachment. */
export interface InnerFile {
  bytes: Uint8Array;
  name: string | undefined;
}

export interface ReaderContext {
  format: FileFormat;
  pictures: PictureReader;
  /** Reads a file inside this file within the limits of the whole upload. */
  readInner(file: InnerFile): Promise<Recognised>;
}

export type Reader = (file: FileToRead, context: ReaderContext) => Promise<Reading>;

// Each reader is loaded with its first file: a worker that only reads Markdown never loads a PDF engine.
const text: Reader = async ({ bytes }, { format }) =>
  (await import('../formats/read-text.ts')).readText(bytes, format);
const spreadsheet: Reader = async ({ bytes, cellValues = false }) =>
  (await import('../formats/read-spreadsheet.ts')).readSpreadsheet(bytes, { cellValues });
const image: Reader = async ({ bytes }, { pictures }) =>
  (await import('../formats/read-image.ts')).readImage(bytes, pictures);

/** One reader per format with text. The compiler reports a missing one. */
export type Readers = Record<FormatsOf<'document' | 'spreadsheet' | 'image'>, Reader>;

const readers: Readers = {
  txt: text,
  md: text,
  html: async ({ bytes }) => (await import('../formats/read-html.ts')).readHtml(bytes),
  xml: async ({ bytes }) => (await import('../formats/read-xml.ts')).readXml(bytes),
  json: async ({ bytes }) => (await import('../formats/read-json.ts')).readJson(bytes),
  tex: async ({ bytes }) => (await import('../formats/read-latex.ts')).readLatex(bytes),
  rtf: async ({ bytes }) => (await import('../formats/read-rtf.ts')).readRtf(bytes),
  doc: async ({ bytes }) => (await import('../formats/read-doc.ts')).readDoc(bytes),
  docx: async ({ bytes }) => (await import('../formats/read-docx.ts')).readDocx(bytes),
  pptx: async ({ bytes }) => (await import('../formats/read-pptx.ts')).readPptx(bytes),
  odt: async ({ bytes }) => (await import('../formats/read-odt.ts')).readOdt(bytes),
  odp: async ({ bytes }) => (await import('../formats/read-odp.ts')).readOdp(bytes),
  ods: async ({ bytes, cellValues = false }) =>
    (await import('../formats/read-ods.ts')).readOds(bytes, { cellValues }),
  epub: async ({ bytes }) => (await import('../formats/read-epub.ts')).readEpub(bytes),
  eml: async (file, { readInner }) => (await import('../formats/read-eml.ts')).readEml(file, readInner),
  msg: async (file, { readInner }) => (await import('../formats/read-msg.ts')).readMsg(file, readInner),
  srt: async ({ bytes }) => (await import('../formats/read-subtitles.ts')).readSubtitles(bytes),
  vtt: async ({ bytes }) => (await import('../formats/read-subtitles.ts')).readSubtitles(bytes),
  csv: async ({ bytes, name }) => (await import('../formats/read-csv.ts')).readCsv(bytes, name),
  xls: spreadsheet,
  xlsx: spreadsheet,
  pdf: async ({ bytes, deadlineMs, onPage }, { pictures }) =>
    (await import('../formats/read-pdf.ts')).readPdf(bytes, { deadlineMs, pictures, onPage }),
  jpg: image,
  png: image,
  gif: image,
  webp: image,
};

/** Source code is read as text. Recordings and unknown files have no reader. */
export const readerOf = (format: FileFormat): Reader | undefined => {
  if (categoryOf(format) === 'code') return text;
  return Object.hasOwn(readers, format) ? readers[format as keyof Readers] : undefined;
};
