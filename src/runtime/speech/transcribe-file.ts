import type { Files } from '../../files/index.ts';
import { AppError } from '../../lib/errors.ts';
import type { FairOwner } from '../../lib/fair-queue.ts';
import { formatsOfCategory, listFormats, mediaTypeOf } from '../../lib/file-formats/index.ts';
import type { AdmitSeconds, Speech, Transcription } from '../../speech/index.ts';

const formats = formatsOfCategory('audio');

/** Transcribes a stored recording. */
export const transcribeFile = async (
  { files, speech }: { files: Pick<Files, 'read'>; speech: Pick<Speech, 'transcribe'> },
  { fileId, mediaType }: { fileId: string; mediaType: string },
  signal: AbortSignal,
  admit: AdmitSeconds,
  owner: FairOwner,
  maxSeconds?: number,
): Promise<Transcription> => {
  const format = formats.find((one) => mediaTypeOf(one) === mediaType);
  if (!format) throw new AppError('invalidParameter', `The recording must be ${listFormats(formats, 'or')}`);
  return speech.transcribe({ bytes: await files.read(fileId), format }, signal, admit, owner, maxSeconds);
};
