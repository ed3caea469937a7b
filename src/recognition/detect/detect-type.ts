import {
  categoryOf,
  type FileCategory,
  type FileFormat,
  formatOfName,
} from '../../lib/file-formats/index.ts';
import type { RecognitionSource } from '../recognised.ts';
import { type ByteSource, withByteSource } from './byte-source.ts';
import { formatOfOle, formatOfZip } from './container-format.ts';
import { formatOfSignature, pdfHeaderOffset } from './signatures.ts';
import { formatOfText, looksLikeText } from './text-format.ts';

export interface DetectedType {
  format: FileFormat;
  category: FileCategory;
  /** Detected without opening the file. The encryption of a PDF is detected when it is read. */
  encrypted: boolean;
}

const sampleBytes = 64 * 1024;

/** A text that quotes a PDF header has no PDF end mark. */
const isPdf = async (file: ByteSource, head: Uint8Array): Promise<boolean> => {
  const offset = pdfHeaderOffset(head);
  if (offset <= 0) return offset === 0;
  const tail = Buffer.from(await file.read(Math.max(0, file.size - 2048), 2048)).toString('latin1');
  return /startxref|%%EOF/.test(tail);
};

const detectFormat = async (
  file: ByteSource,
  namedFormat: FileFormat | undefined,
): Promise<{ format: FileFormat; encrypted: boolean }> => {
  const plain = (format: FileFormat) => ({ format, encrypted: false });
  if (file.size === 0) return plain('empty');
  const head = await file.read(0, sampleBytes);
  if (await isPdf(file, head)) return plain('pdf');
  const signed = formatOfSignature(head);
  if (signed === 'zip') return plain(await formatOfZip(file, namedFormat));
  if (signed === 'ole') return formatOfOle(file, namedFormat);
  // Phones write recordings under the brands of videos.
  if (signed === 'mp4' && namedFormat === 'm4a') return plain('m4a');
  if (signed) return plain(signed);
  if (!looksLikeText(head)) return plain('binary');
  return plain(
    formatOfText(head, namedFormat, namedFormat !== undefined && categoryOf(namedFormat) === 'code'),
  );
};

/** The type of a file by its content. The name (or a declared format) only decides between text formats. */
export const detectType = async (source: RecognitionSource, name?: string): Promise<DetectedType> => {
  const detected = await withByteSource(source, (file) => detectFormat(file, formatOfName(name)));
  return { ...detected, category: categoryOf(detected.format) };
};
