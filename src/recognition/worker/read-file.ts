import { categoryOf, type FileFormat, formatOfName } from '../../lib/file-formats/index.ts';
import { detectType } from '../detect/detect-type.ts';
import type { PictureReader } from '../ocr/picture-reader.ts';
import type { Recognised } from '../recognised.ts';
import { RecognitionError } from '../recognition-error.ts';
import { isBlank } from '../text/is-blank.ts';
import { type FileToRead, type InnerFile, readerOf } from './readers.ts';

const unsupported = (format: FileFormat): RecognitionError => {
  if (format === 'empty') return new RecognitionError('no-text', 'The file is empty');
  // Recordings of messages and documents are transcribed by src/speech.
  if (categoryOf(format) === 'audio')
    return new RecognitionError('unsupported', 'Recordings inside other files are not transcribed');
  if (format === 'binary') return new RecognitionError('unsupported', 'The type of the file is unknown');
  return new RecognitionError('unsupported', `Files of the type "${format}" cannot be read`);
};

/** A mail in a mail in a mail. Deeper ones are loops, or attacks. */
const mostDepth = 3;
const mostInnerFiles = 200;
const mostInnerBytes = 64 * 2 ** 20;

/** Counts the files inside one upload. */
const createInnerLimits = (deadlineMs: number) => {
  let files = 0;
  let bytes = 0;
  return (file: InnerFile, depth: number): void => {
    files += 1;
    bytes += file.bytes.byteLength;
    if (depth > mostDepth) throw new RecognitionError('too-complex', 'The file is nested too deeply');
    if (files > mostInnerFiles || bytes > mostInnerBytes)
      throw new RecognitionError('too-large', 'The attachments are too many or too large');
    if (performance.now() > deadlineMs) throw new RecognitionError('timeout');
  };
};

export const readFile = async (file: FileToRead, pictures: PictureReader): Promise<Recognised> => {
  const admit = createInnerLimits(file.deadlineMs);
  const read = async ({ declaredFormat, ...current }: FileToRead, depth: number): Promise<Recognised> => {
    const name = formatOfName(declaredFormat) ? `file.${declaredFormat}` : current.name;
    const { format, encrypted } = await detectType({ bytes: current.bytes }, name);
    if (encrypted) throw new RecognitionError('encrypted');
    const reader = readerOf(format);
    if (!reader) throw unsupported(format);
    const readInner = (inner: InnerFile): Promise<Recognised> => {
      admit(inner, depth + 1);
      return read({ deadlineMs: file.deadlineMs, declaredFormat: undefined, ...inner }, depth + 1);
    };
    const reading = await reader({ ...current, declaredFormat }, { format, pictures, readInner });
    if (isBlank(reading.markdown)) throw new RecognitionError('no-text');
    return { ...reading, format, warnings: reading.warnings ?? [] };
  };
  return read(file, 0);
};
