import type { Files } from '../files/index.ts';
import { AppError } from '../lib/errors.ts';
import type { FairOwner } from '../lib/fair-queue.ts';
import type { AdmitSeconds, AudioFormat, Heard, Speech } from '../speech/index.ts';

const formats: Record<string, AudioFormat> = { 'audio/mpeg': 'mp3', 'audio/wav': 'wav', 'audio/aac': 'aac' };

/** What is said in a stored recording. */
export const hearFile = async (
  { files, speech }: { files: Pick<Files, 'read'>; speech: Pick<Speech, 'transcribe'> },
  { fileId, mediaType }: { fileId: string; mediaType: string },
  signal: AbortSignal,
  admit: AdmitSeconds,
  owner: FairOwner,
): Promise<Heard> => {
  const format = formats[mediaType];
  if (!format) throw new AppError('invalidParameter', 'The recording must be mp3, wav or aac');
  return speech.transcribe({ bytes: await files.read(fileId), format }, signal, admit, owner);
};
