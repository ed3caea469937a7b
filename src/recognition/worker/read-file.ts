import { categoryOf, type FileFormat, formatOfName } from '../../lib/file-formats/index.ts';
import { detectType } from '../detect/detect-type.ts';
import type { PictureReader } from '../ocr/picture-reader.ts';
import type { Recognised } from '../recognised.ts';
import { RecognitionError } from '../recognition-error.ts';
import { type FileToRead, readerOf } from './readers.ts';

const unsupported = (format: FileFormat): RecognitionError => {
  if (format === 'empty') return new RecognitionError('no-text', 'The file is empty');
  // Recordings are messages, not documents. Speech recognition is in src/speech.
  if (categoryOf(format) === 'audio')
    return new RecognitionError('unsupported', 'Audio files cannot be read as documents');
  if (format === 'binary') return new RecognitionError('unsupported', 'The type of the file is unknown');
  return new RecognitionError('unsupported', `Files of the type "${format}" cannot be read`);
};

const isBlank = (markdown: string): boolean => !/[\p{L}\p{N}\p{S}\p{P}]/u.test(markdown);

export const readFile = async (file: FileToRead, pictures: PictureReader): Promise<Recognised> => {
  const name = formatOfName(file.declaredFormat) ? `file.${file.declaredFormat}` : file.name;
  const { format, encrypted } = await detectType({ bytes: file.bytes }, name);
  if (encrypted) throw new RecognitionError('encrypted');
  const reader = readerOf(format);
  if (!reader) throw unsupported(format);
  const reading = await reader(file, format, pictures);
  if (isBlank(reading.markdown)) throw new RecognitionError('no-text');
  return { ...reading, format, warnings: reading.warnings ?? [] };
};
