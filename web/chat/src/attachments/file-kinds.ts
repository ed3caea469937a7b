import { chatEndings, type MessageFileKind } from '../../../../src/lib/file-formats/index.ts';
import type { Features } from '../service/wire.ts';

export type FileKind = MessageFileKind;

const extensions: Record<FileKind, readonly string[]> = {
  image: chatEndings('image'),
  audio: chatEndings('audio'),
  document: chatEndings('document'),
};

const megabyte = 1024 * 1024;

export const kindOf = (name: string): FileKind | undefined => {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return (Object.keys(extensions) as FileKind[]).find((kind) => extensions[kind].includes(extension));
};

const takes = (features: Features): Record<FileKind, boolean> => ({
  image: features.images,
  audio: features.audio_in,
  document: features.documents,
});

const limitMb = (features: Features): Record<FileKind, number> => ({
  image: features.max_image_mb,
  audio: features.max_audio_mb,
  document: features.max_document_mb,
});

/** Accepted types for the file chooser. Empty if the agent accepts no files. */
export const acceptedTypes = (features: Features): string =>
  (Object.keys(extensions) as FileKind[])
    .filter((kind) => takes(features)[kind])
    .flatMap((kind) => extensions[kind].map((extension) => `.${extension}`))
    .join(',');

export type FileFault =
  | { fault: 'kind'; name: string }
  | { fault: 'empty'; name: string }
  | { fault: 'size'; name: string; limitMb: number }
  | { fault: 'total'; limitMb: number }
  | { fault: 'count'; limit: number };

/** Why a file cannot be added to files of these sizes. The service checks the content again. */
export const findFault = (
  { name, size }: { name: string; size: number },
  otherSizes: readonly number[],
  features: Features,
): FileFault | undefined => {
  const kind = kindOf(name);
  if (kind === undefined || !takes(features)[kind]) return { fault: 'kind', name };
  if (size === 0) return { fault: 'empty', name };
  if (size > limitMb(features)[kind] * megabyte)
    return { fault: 'size', name, limitMb: limitMb(features)[kind] };
  if (otherSizes.length >= features.max_files) return { fault: 'count', limit: features.max_files };
  const total = otherSizes.reduce((sum, other) => sum + other, size);
  const limit = features.max_message_mb;
  return total > limit * megabyte ? { fault: 'total', limitMb: limit } : undefined;
};
