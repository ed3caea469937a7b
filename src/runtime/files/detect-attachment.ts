import { readFile } from 'node:fs/promises';
import type { FileSource } from '../../files/index.ts';
import { type FileFormat, mediaTypeOf, messageKindOf } from '../../lib/file-formats/index.ts';
import { detectType } from '../../recognition/index.ts';
import { type AudioFormat, measureSeconds } from '../../speech/index.ts';
import type { DetectedType } from './attachments.ts';

const secondsOf = async (source: FileSource, format: FileFormat): Promise<{ seconds?: number }> => {
  const bytes = 'bytes' in source ? source.bytes : await readFile(source.path);
  const seconds = measureSeconds(bytes, format as AudioFormat);
  return seconds === undefined ? {} : { seconds };
};

/** The type of a message's file by its content. Undefined if messages do not accept it. */
export const detectAttachment = async (
  source: FileSource,
  name: string | undefined,
  format: string | undefined,
): Promise<DetectedType | undefined> => {
  const detected = await detectType(source, name ?? format);
  const kind = messageKindOf(detected.format);
  if (!kind) return undefined;
  return {
    kind,
    format: detected.format,
    mediaType: mediaTypeOf(detected.format),
    ...(kind === 'audio' ? await secondsOf(source, detected.format) : {}),
  };
};
