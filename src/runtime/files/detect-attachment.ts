import type { FileSource } from '../../files/index.ts';
import { mediaTypeOf, messageKindOf } from '../../lib/file-formats/index.ts';
import { detectType } from '../../recognition/index.ts';
import type { DetectedType } from './attachments.ts';

/** The type of a message's file by its content. Undefined if messages do not accept it. */
export const detectAttachment = async (
  source: FileSource,
  name: string | undefined,
  format: string | undefined,
): Promise<DetectedType | undefined> => {
  const detected = await detectType(source, name ?? format);
  const kind = messageKindOf(detected.format);
  return kind && { kind, format: detected.format, mediaType: mediaTypeOf(detected.format) };
};
