import { detectType } from '../detect/detect-type.ts';
import { categoryOf, type FileFormat, formatOfName } from '../detect/file-format.ts';
import type { PictureReader } from '../ocr/picture-reader.ts';
import type { Reading, Recognised } from '../recognised.ts';
import { RecognitionError } from '../recognition-error.ts';

export interface FileToRead {
  bytes: Uint8Array;
  name: string | undefined;
  declaredFormat: string | undefined;
  /** Milliseconds since the epoch after which slow extra work (scanned pages) stops. */
  deadlineMs: number;
  /** Told on the way through pages that take their time. */
  onPage?(page: number, pages: number): void;
}

type Reader = (file: FileToRead, format: FileFormat, pictures: PictureReader) => Promise<Reading>;

// Each reader is loaded with its first file: a worker that sees Markdown only never holds a PDF engine.
const text: Reader = async ({ bytes }, format) =>
  (await import('../formats/read-text.ts')).readText(bytes, format);
const spreadsheet: Reader = async ({ bytes }) =>
  (await import('../formats/read-spreadsheet.ts')).readSpreadsheet(bytes);
const image: Reader = async ({ bytes }, _format, pictures) =>
  (await import('../formats/read-image.ts')).readImage(bytes, pictures);

const readers: Partial<Record<FileFormat, Reader>> = {
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
  csv: async ({ bytes, name }) => (await import('../formats/read-csv.ts')).readCsv(bytes, name),
  xls: spreadsheet,
  xlsx: spreadsheet,
  pdf: async ({ bytes, deadlineMs, onPage }, _format, pictures) =>
    (await import('../formats/read-pdf.ts')).readPdf(bytes, { deadlineMs, pictures, onPage }),
  jpg: image,
  png: image,
  gif: image,
  webp: image,
};

const unsupported = (format: FileFormat): RecognitionError => {
  if (format === 'empty') return new RecognitionError('no-text', 'The file is empty');
  // Speech is another room's work: recordings are messages, not documents.
  if (categoryOf(format) === 'audio')
    return new RecognitionError('unsupported', 'Sound files are not documents and cannot be read as such');
  if (format === 'binary') return new RecognitionError('unsupported', 'The file is of an unknown type');
  return new RecognitionError('unsupported', `Files of the type "${format}" cannot be read`);
};

const isBlank = (markdown: string): boolean => !/[\p{L}\p{N}\p{S}\p{P}]/u.test(markdown);

export const readFile = async (file: FileToRead, pictures: PictureReader): Promise<Recognised> => {
  const name = formatOfName(file.declaredFormat) ? `file.${file.declaredFormat}` : file.name;
  const { format, category, encrypted } = await detectType({ bytes: file.bytes }, name);
  if (encrypted) throw new RecognitionError('encrypted');
  const reader = category === 'code' ? text : readers[format];
  if (!reader) throw unsupported(format);
  const reading = await reader(file, format, pictures);
  if (isBlank(reading.markdown)) throw new RecognitionError('no-text');
  return { ...reading, format, warnings: reading.warnings ?? [] };
};
